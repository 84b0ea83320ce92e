package dev.edgewise.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.config.Settings;
import dev.edgewise.server.testing.TemporaryFolder;
import io.helidon.common.tls.Tls;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls over TLS go to a checked address but verify the name. */
@Timeout(120)
class SecureCallTest {

  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

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
                routing
                    .get(
                        "/peer",
                        (request, response) -> response.send(request.remotePeer().port() + ""))
                    .any((request, response) ->
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
  void aSecureCallUsesTheNameForCertificateAndAuthority() throws Exception {
    CallReply reply = call("receiver.example");

    assertThat(reply)
        .isEqualTo(
            new CallReply.Answered(200, "1.1 receiver.example:" + server.port(), true, null));
  }

  @Test
  void aCertificateForAnotherNameIsRefused() throws Exception {
    assertThat(call("other.example").failure()).startsWith("no secure connection:");
  }

  @Test
  void aCertificateForANameIsRefusedForItsAddress() throws Exception {
    assertThat(call("127.0.0.1").failure()).startsWith("no secure connection:");
  }

  @Test
  void aSecureConnectionIsUsedAgain() throws Exception {
    try (var caller = caller()) {
      assertThat(caller.call(get("receiver.example", server.port() + "/peer")))
          .isEqualTo(caller.call(get("receiver.example", server.port() + "/peer")))
          .matches(CallReply::accepted);
    }
  }

  @Test
  void theNameIsSentInTheHandshake() throws Exception {
    try (var socket =
            (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 1, LOOPBACK);
        var caller = caller()) {
      var name = new CompletableFuture<SNIServerName>();
      Thread.ofVirtual().start(() -> answer(socket, name));
      CallReply reply = caller.call(get("receiver.example", socket.getLocalPort() + "/"));

      assertThat(reply).matches(CallReply::accepted);
      assertThat(name.get()).isEqualTo(new SNIHostName("receiver.example"));
    }
  }

  private static void answer(SSLServerSocket socket, CompletableFuture<SNIServerName> name) {
    try (var connection = (SSLSocket) socket.accept()) {
      connection.startHandshake();
      var session = (ExtendedSSLSession) connection.getSession();
      name.complete(session.getRequestedServerNames().getFirst());
      connection.getOutputStream().write(WireReceiver.OK.getBytes(UTF_8));
      connection.getInputStream().readAllBytes();
    } catch (IOException | RuntimeException e) {
      name.completeExceptionally(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Content-Length: 2, {}, {}",
    "Connection: close, {}, {}",
    // Without a length nothing shows that more should have come.
    "Connection: close, '{\"status\":\"Suc', '{\"status\":\"Suc'",
    "Content-Length: 9, {}, ",
    "Transfer-Encoding: chunked, '2\r\n{}\r\n', "
  })
  void anEndWithoutACloseNotifyIsTheEndOfAnAnswerWithoutALengthOnly(
      String framing, String sent, @Nullable String body) throws Exception {
    try (var socket = new ServerSocket(0, 1, LOOPBACK);
        var caller = caller()) {
      Thread.ofVirtual()
          .start(() -> breakOff(socket, "HTTP/1.1 200 OK\r\n" + framing + "\r\n\r\n" + sent));
      CallReply reply = caller.call(get("receiver.example", socket.getLocalPort() + "/"));

      if (body == null) {
        assertThat(reply.failure()).startsWith("the connection broke");
      } else {
        assertThat(reply).isEqualTo(new CallReply.Answered(200, body, true, null));
      }
    }
  }

  /** Answers and closes the connection below TLS. */
  private static void breakOff(ServerSocket socket, String answer) {
    try (var connection = socket.accept()) {
      var secured = (SSLSocket) context.getSocketFactory().createSocket(connection, null, true);
      secured.setUseClientMode(false);
      secured.getInputStream().readNBytes(1);
      secured.getOutputStream().write(answer.getBytes(UTF_8));
      connection.getInputStream().skipNBytes(connection.getInputStream().available());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CallReply call(String host) throws Exception {
    try (var caller = caller()) {
      return caller.call(get(host, server.port() + "/"));
    }
  }

  private static Call get(String host, String rest) {
    return TestCalls.call("https://" + host + ":" + rest, "Get", "");
  }

  private static Caller caller() {
    return new Caller(
        new Settings.Webhooks(
            10, 10, Duration.ofSeconds(20), 1, List.of(), List.of(), TestCalls.TARGETS),
        new TargetGuard(TestCalls.TARGETS, true, _ -> List.of(LOOPBACK)),
        () -> URI.create("https://edgewise.example"),
        Traces.UNRECORDED,
        InstantSource.system(),
        context);
  }
}
