package dev.edgewise.server.app;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.access.KeyIssue;
import dev.edgewise.server.access.NewKey;
import dev.edgewise.server.store.access.Keys;
import dev.edgewise.server.testing.LogCapture;
import dev.edgewise.server.testing.TestAuthority;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.tls.ServerTls;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server with TLS_CERT_FILE, and what it asks of its clients. */
@Timeout(120)
class TlsOverHttpTest {
  private final TestAuthority authority = new TestAuthority("ours");
  private final TestAuthority foreign = new TestAuthority("theirs");
  private final TestDatabase database = TestDatabase.open();

  @TempDir private Path folder;

  @AfterEach
  void close() {
    database.close();
  }

  private Edgewise server(String... more) {
    Path certificate = authority.issue("localhost").write(folder, "server");
    Map<String, String> flags = new HashMap<>();
    flags.put("--tls-cert-file", certificate.toString());
    flags.put("--tls-key-file", folder.resolve("server.key").toString());
    for (int i = 0; i < more.length; i += 2) {
      flags.put(more[i], more[i + 1]);
    }
    return Edgewise.start(EdgewiseTest.configuration(database.jdbcUrl(), flags));
  }

  private static HttpClient client(SSLContext context) {
    return HttpClient.newBuilder().sslContext(context).build();
  }

  private static HttpResponse<String> get(HttpClient client, Edgewise server, String path)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + path)).build(),
        BodyHandlers.ofString());
  }

  @Test
  void aServerWithACertificateSpeaksHttps() throws Exception {
    try (var log = new LogCapture(Edgewise.class.getName());
        Edgewise server = server();
        HttpClient client = client(authority.context(null))) {
      HttpResponse<String> reply = get(client, server, "/v1/session");
      assertThat(reply.statusCode()).isEqualTo(200);
      assertThat(reply.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
      assertThat(server.hostUrl()).hasToString("https://localhost:" + server.port());
      assertThat(log.lines())
          .anyMatch(line -> line.contains("listens on https://localhost:" + server.port()));
    }
  }

  @Test
  void aClientCertificateIsNeededExceptForHealth() throws Exception {
    Path trusted = authority.write(folder);
    try (Edgewise server = server("--tls-client-ca-file", trusted.toString());
        HttpClient known = client(authority.context(authority.issue("worker")));
        HttpClient unknown = client(authority.context(null))) {
      assertThat(get(known, server, "/batches").statusCode()).isEqualTo(200);
      for (String path : new String[] {"/livez", "/readyz", "/health", "/ready"}) {
        assertThat(get(unknown, server, path).statusCode()).as(path).isEqualTo(200);
      }
      for (String path : new String[] {"/batches", "/metrics", "/", "/no-such-route"}) {
        HttpResponse<String> refused = get(unknown, server, path);
        assertThat(refused.statusCode()).as(path).isEqualTo(403);
        assertThat(refused.body())
            .contains("urn:edgewise:error:client-certificate-required")
            .contains("Connect with a certificate of an authority in TLS_CLIENT_CA_FILE.");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aCertificateOfAnotherAuthorityIsRefused(String version) throws Exception {
    Path trusted = foreign.write(folder);
    // The client does not look at the list of authorities that the server sends.
    var presenting = authority.presenting(authority.issue("intruder"));
    try (Edgewise server = server("--tls-client-ca-file", trusted.toString());
        var socket = presenting.getSocketFactory().createSocket("localhost", server.port())) {
      ((SSLSocket) socket).setEnabledProtocols(new String[] {version});
      assertThat(answer(socket)).isEmpty();
    }
  }

  /** What the server answers to a request; nothing when it closes the connection. */
  private static String answer(Socket socket) {
    try {
      socket.getOutputStream().write("GET /livez HTTP/1.0\r\n\r\n".getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    } catch (IOException e) {
      return "";
    }
  }

  @Test
  void aChangedCertificateIsUsedWithoutARestartAndABadOneIsNot() throws Exception {
    var next = new TestAuthority("next");
    try (var log = new LogCapture(ServerTls.class.getName());
        Edgewise server = server();
        HttpClient before = client(authority.context(null))) {
      assertThat(get(before, server, "/livez").statusCode()).isEqualTo(200);

      Files.writeString(folder.resolve("server.crt"), "no certificate");
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> log.lines().stream().anyMatch(line -> line.contains("TLS_CERT_FILE must")));
      assertThat(log.lines()).hasSize(1);
      assertThat(get(client(authority.context(null)), server, "/livez").statusCode())
          .isEqualTo(200);

      next.issue("localhost").write(folder, "server");
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .ignoreExceptionsInstanceOf(IOException.class)
          .until(() -> get(client(next.context(null)), server, "/livez").statusCode() == 200);
      // The connection of before goes on.
      assertThat(get(before, server, "/livez").statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> get(client(authority.context(null)), server, "/livez"))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void theSessionCookieIsSecure() throws Exception {
    String key =
        new KeyIssue(new Keys(database.database()))
            .create(
                new Caller(Workspace.DEFAULT, "test"),
                new NewKey("test", Set.of(Scope.ADMIN), null, null))
            .orElseThrow()
            .text()
            .text();
    try (Edgewise server = server("--auth", "keys");
        HttpClient client = client(authority.context(null))) {
      HttpResponse<String> reply =
          client.send(
              HttpRequest.newBuilder(
                      URI.create("https://localhost:" + server.port() + "/v1/session"))
                  .POST(HttpRequest.BodyPublishers.ofString("{\"key\":\"" + key + "\"}"))
                  .build(),
              BodyHandlers.ofString());
      assertThat(reply.headers().firstValue("Set-Cookie").orElseThrow())
          .contains("; Secure")
          .contains("HttpOnly");
    }
  }
}
