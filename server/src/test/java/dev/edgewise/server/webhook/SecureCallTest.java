package dev.edgewise.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.store.delivery.Delivery;
import dev.edgewise.server.testing.TemporaryFolder;
import io.helidon.common.tls.Tls;
import io.helidon.webserver.WebServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls over TLS: to checked addresses, yet by name. */
@Timeout(120)
class SecureCallTest {

  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
  private static final TaskKey TASK = new TaskKey(new UUID(1L << 12, 1L << 63), 1);

  private static SSLContext context;
  private static WebServer server;

  @BeforeAll
  static void start() throws Exception {
    try (var folder = new TemporaryFolder(Path.of("target").toAbsolutePath())) {
      Path file = folder.path().resolve("receiver.p12");
      certificate(file, "dns:receiver.example");
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(file)) {
        store.load(in, PASSWORD);
      }
      context = context(store);
    }
    server =
        WebServer.builder()
            .address(LOOPBACK)
            .port(0)
            .tls(Tls.builder().sslContext(context).build())
            .routing(routing ->
                routing.any((request, response) ->
                    response.send(
                        request.prologue().protocolVersion() + " " + request.authority())))
            .build()
            .start();
  }

  @AfterAll
  static void stop() {
    server.stop();
  }

  /** Makes a key and a certificate for it that only this test trusts. */
  private static void certificate(Path file, String names) throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "receiver",
                "-dname",
                "CN=receiver",
                "-ext",
                "san=" + names,
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), UTF_8);
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(keytool.exitValue()).as(output).isZero();
  }

  private static SSLContext context(KeyStore store) throws Exception {
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("receiver", store.getCertificate("receiver"));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  @Test
  void aSecureCallUsesTheNameForCertificateAndAuthorityAndSpeaksHttp2() throws Exception {
    Reply reply = call("receiver.example");

    assertThat(reply)
        .isEqualTo(new Reply.Answered(200, "2.0 receiver.example:" + server.port(), true, null));
  }

  @Test
  void aCertificateForAnotherNameIsRefused() throws Exception {
    assertThat(call("other.example").failure()).startsWith("no secure connection:");
  }

  @Test
  void aCertificateForANameIsNoneForItsAddress() throws Exception {
    assertThat(call("127.0.0.1").failure()).startsWith("no secure connection:");
  }

  private static Reply call(String host) throws Exception {
    var targets = new Settings.Targets(false, Set.of(), Set.of(), Set.of());
    try (var caller =
        new Caller(
            new Settings.Webhooks(10, 10, Duration.ofSeconds(20), 1, List.of(), targets),
            new TargetGuard(targets, true, _ -> List.of(LOOPBACK)),
            () -> URI.create("https://edgewise.example"),
            Traces.UNRECORDED,
            InstantSource.system(),
            HttpClient.newBuilder().sslContext(context))) {
      String action =
          "{\"kind\":\"Webhook\",\"params\":{\"url\":\"https://%s:%d/\",\"verb\":\"Get\"}}"
              .formatted(host, server.port());
      return caller.call(new Call(Delivery.start(TASK, 0), action, "t"));
    }
  }
}
