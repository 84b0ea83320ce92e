package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.edgewise.server.testing.TestAuthority;
import dev.edgewise.server.testing.TestDatabase;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Webhook calls to receivers whose certificates come from the authority in WEBHOOK_CA_FILE. */
@Timeout(120)
class WebhookAuthorityTest {
  private static final TestAuthority AUTHORITY = new TestAuthority("receivers");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "true, localhost, Running",
    "false, localhost, Failure",
    "true, other.example, Failure",
  })
  void aCallTrustsTheAuthorityAndChecksTheName(boolean trusted, String name, String status)
      throws Exception {
    String authority = trusted ? AUTHORITY.write(folder).toString() : "";
    HttpsServer receiver =
        HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    receiver.setHttpsConfigurator(new HttpsConfigurator(AUTHORITY.context(AUTHORITY.issue(name))));
    receiver.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    receiver.start();
    try (var database = TestDatabase.open();
        Client client =
            Client.start(
                database,
                Map.of(
                    "--webhook-ca-file", authority,
                    "--webhook-allowed-hosts", "localhost",
                    "--webhook-max-deliveries", "1"))) {
      String task =
          """
          [{"id":"a","name":"a","kind":"k","on_start":
            {"kind":"Webhook","params":{"url":"https://localhost:%d/","verb":"Post"}}}]
          """
              .formatted(receiver.getAddress().getPort());
      JsonNode created = client.post("/task", task).body();
      String id = created.get(0).get("id").asString();
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> client.get("/task/" + id).body().get("status").asString().equals(status));
      if (status.equals("Failure")) {
        assertThat(client.get("/task/" + id).body().get("failure_reason").asString())
            .startsWith("on_start webhook failed: no secure connection");
      }
    } finally {
      receiver.stop(0);
    }
  }
}
