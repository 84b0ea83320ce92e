package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.access.KeyIssue;
import dev.edgewise.server.access.KeyText;
import dev.edgewise.server.access.NewKey;
import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.store.access.Keys;
import dev.edgewise.server.testing.LogCapture;
import dev.edgewise.server.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the settings of access do to a server. */
@Timeout(120)
class AccessSettingsTest {
  private static final Caller TEST = new Caller(Workspace.DEFAULT, "test");
  private final TestDatabase database = TestDatabase.open();

  @AfterEach
  void close() {
    database.close();
  }

  private KeyText key(Scope scope) {
    return new KeyIssue(new Keys(database.database()))
        .create(TEST, new NewKey("test", Set.of(scope), null, null))
        .orElseThrow()
        .text();
  }

  private static List<String> logged(LogCapture log) {
    return log.lines();
  }

  @Test
  void withoutAuthenticationEverythingIsInTheDefaultWorkspace() {
    try (var log = new LogCapture(AccessPart.class.getName());
        var client = Client.start(database, Map.of())) {
      Reply session = client.get("/v1/session");
      assertThat(session.body().get("auth").asString()).isEqualTo("none");
      assertThat(session.body().get("actor").asString()).isEqualTo("anonymous");
      assertThat(session.body().get("workspace").asString()).isEqualTo("default/default");
      assertThat(session.body().get("scopes")).hasSize(5);
      assertThat(client.get("/metrics").status()).isEqualTo(200);
      assertThat(client.send("GET", "/batches", "", "X-Workspace", "default/default").status())
          .isEqualTo(200);
      assertThat(client.send("GET", "/batches", "", "X-Workspace", "acme/blue").details())
          .contains("X-Workspace");
      assertThat(client.post("/v1/session", "{\"key\":\"ew_a_b\"}").status()).isEqualTo(400);
      assertThat(client.patch("/task/nothing?token=wrong", "{}").status()).isEqualTo(404);
      assertThat(client.post("/v1/keys", "{\"name\":\"first\",\"scopes\":[\"admin\"]}").status())
          .isEqualTo(201);
      assertThat(logged(log)).isEmpty();
    }
  }

  @Test
  void aServerWithoutAKeyStartsAndSaysHowToMakeTheFirst() {
    Map<String, String> keys = Map.of("--auth", "keys");
    try (var log = new LogCapture(AccessPart.class.getName());
        var client = Client.start(database, keys)) {
      assertThat(logged(log)).singleElement().asString().contains("edgewise key create --name");
      assertThat(client.get("/ready").body().at("/checks/access").asString("")).isEqualTo("up");
      KeyText first = key(Scope.READ);
      assertThat(
              client
                  .send("GET", "/batches", "", "Authorization", "Bearer " + first.text())
                  .status())
          .isEqualTo(200);
    }
    try (var log = new LogCapture(AccessPart.class.getName());
        var _ = Client.start(database, keys)) {
      assertThat(logged(log)).isEmpty();
    }
  }

  @Test
  void anOpenServerOnAReachableAddressWarns() {
    try (var log = new LogCapture(AccessPart.class.getName());
        var client =
            Client.start(database, Map.of("--bind-address", "0.0.0.0", "--auth", "none"))) {
      assertThat(client.get("/batches").status()).isEqualTo(200);
      assertThat(logged(log)).singleElement().asString().contains("anybody", "AUTH=keys");
    }
    try (var client = Client.start(database, Map.of("--bind-address", "0.0.0.0"))) {
      assertThat(client.get("/batches").status()).isEqualTo(401);
    }
  }

  @Test
  void theCookieIsForTlsOnlyWhereBrowsersUseIt() {
    KeyText key = key(Scope.READ);
    try (var client =
        Client.start(
            database, Map.of("--auth", "keys", "--host-url", "https://edgewise.example"))) {
      Reply reply = client.post("/v1/session", "{\"key\":\"%s\"}".formatted(key.text()));
      assertThat(reply.raw().headers().firstValue("Set-Cookie").orElseThrow()).endsWith("; Secure");
    }
  }

  @Test
  void clientsThatFailTooOftenAreToldToWait() {
    KeyText key = key(Scope.READ);
    try (var client = Client.start(database, Map.of("--auth", "keys"))) {
      String[] good = {"Authorization", "Bearer " + key.text()};
      assertThat(client.send("GET", "/batches", "", good).status()).isEqualTo(200);
      List<Reply> replies = new ArrayList<>();
      for (int i = 0; i <= Limits.AUTH_FAILURES_BURST + 2; i++) {
        replies.add(client.send("GET", "/batches", "", "Authorization", "Bearer ew_a_wrong"));
      }
      assertThat(replies).extracting(Reply::status).startsWith(401, 401).endsWith(429);
      assertThat(replies.getLast().raw().headers().firstValue("Retry-After").map(Integer::parseInt))
          .hasValueSatisfying(seconds -> assertThat(seconds).isBetween(1, 3));
      assertThat(client.post("/v1/session", "{\"key\":\"ew_b_wrong\"}").status()).isEqualTo(429);
      assertThat(client.send("GET", "/batches", "", good).status()).isEqualTo(200);
      assertThat(client.get("/batches").status()).as("nothing to check").isEqualTo(401);
      assertThat(client.send("GET", "/metrics", "", good).raw().body())
          .contains("edgewise_auth_failures_total{reason=\"throttled\"}");
    }
  }
}
