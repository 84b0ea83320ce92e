package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.Scope;
import dev.edgewise.server.app.Client.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** How administrators manage keys. */
@Timeout(120)
class KeysOverHttpTest {
  private static KeyedServer server;

  @BeforeAll
  static void start() {
    server = new KeyedServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aKeyIsShownOnceAndWorksUntilItIsRevoked() {
    Reply made =
        server.send(
            server.admin,
            "POST",
            "/v1/keys",
            "{\"name\":\"ci\",\"scopes\":[\"submit\",\"read\"],\"kinds\":[\"build\"],\"expires_at\":\"%s\"}"
                .formatted(Instant.now().plus(Duration.ofDays(1))));
    assertThat(made.status()).as(made.raw().body()).isEqualTo(201);
    assertThat(made.raw().headers().firstValue("Cache-Control")).contains("no-store");
    String id = made.body().get("id").asString();
    String text = made.body().get("key").asString();
    assertThat(text).startsWith("ew_" + id + "_");
    assertThat(server.send(text, "GET", "/batches", "").status()).isEqualTo(200);

    Reply list = server.send(server.admin, "GET", "/v1/keys?limit=1000", "");
    String secret = KeyedServer.secretOf(text);
    assertThat(list.raw().body()).doesNotContain(secret, "hash");
    JsonNode shown =
        list.body()
            .get("items")
            .valueStream()
            .filter(item -> item.get("id").asString().equals(id))
            .findFirst()
            .orElseThrow();
    assertThat(shown.get("name").asString()).isEqualTo("ci");
    assertThat(shown.get("workspace").asString()).isEqualTo("default/default");
    assertThat(shown.get("scopes").toString()).isEqualTo("[\"read\",\"submit\"]");
    assertThat(shown.get("created_by").asString()).matches("key:.* \\(test\\)");

    assertThat(server.send(server.admin, "DELETE", "/v1/keys/" + id, "").status()).isEqualTo(204);
    Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> server.send(text, "GET", "/batches", "").status() == 401);
    assertThat(KeyedServer.detail(server.send(text, "GET", "/batches", "")))
        .contains("the key was revoked");
    assertThat(server.send(server.admin, "POST", "/v1/keys/" + id + "/rotate", "").status())
        .isEqualTo(409);
    assertThat(server.send(server.admin, "DELETE", "/v1/keys/nothing", "").status()).isEqualTo(404);
    assertThat(server.send(server.admin, "POST", "/v1/keys/nothing/rotate", "").status())
        .isEqualTo(404);
  }

  @Test
  void keysAreListedInPages() {
    Reply first = server.send(server.admin, "GET", "/v1/keys?limit=2", "");
    assertThat(first.body().get("items")).hasSize(2);
    String cursor = first.body().get("next_cursor").asString();
    Reply second = server.send(server.admin, "GET", "/v1/keys?limit=1000&cursor=" + cursor, "");
    assertThat(second.body().get("items").get(0).get("id").asString())
        .isGreaterThan(first.body().get("items").get(1).get("id").asString());
    assertThat(second.body().get("next_cursor").isNull()).isTrue();
    assertThat(server.send(server.admin, "GET", "/v1/keys?limit=1001", "").details())
        .contains("limit");
    assertThat(server.send(server.admin, "GET", "/v1/keys?cursor=%00", "").details())
        .contains("cursor");
  }

  @Test
  void anInvalidKeyIsNotMade() {
    assertThat(
            server
                .send(
                    server.admin,
                    "POST",
                    "/v1/keys",
                    "{\"name\":\""
                        + " \",\"scopes\":[],\"kinds\":[],\"expires_at\":\"2020-01-01T00:00:00Z\"}")
                .details())
        .contains("name:", "scopes:", "kinds:", "expires_at:");
    assertThat(
            server
                .send(server.admin, "POST", "/v1/keys", "{\"name\":\"x\",\"scopes\":[\"all\"]}")
                .details())
        .contains("one of read, submit, operate, work, admin");
    assertThat(
            server
                .send(
                    server.admin,
                    "POST",
                    "/v1/keys",
                    "{\"name\":\"x\",\"scopes\":[\"read\"],\"workspace\":\"acme/green\"}")
                .details())
        .contains("there is none named 'acme/green'");
  }

  @Test
  void aRotatedKeyWorksWithBothSecretsUnlessToldOtherwise() {
    String former = server.key(Scope.READ);
    String id = KeyedServer.idOf(former);
    Reply rotated = server.send(server.admin, "POST", "/v1/keys/" + id + "/rotate", "");
    assertThat(rotated.status()).as(rotated.raw().body()).isEqualTo(200);
    assertThat(rotated.body().at("/details/former_secret_until").isNull()).isFalse();
    String latter = rotated.body().get("key").asString();
    assertThat(server.send(former, "GET", "/batches", "").status()).isEqualTo(200);
    assertThat(server.send(latter, "GET", "/batches", "").status()).isEqualTo(200);
    Reply now = server.send(server.admin, "POST", "/v1/keys/" + id + "/rotate", "{\"now\":true}");
    assertThat(now.body().at("/details/former_secret_until").isNull()).isTrue();
    Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> server.send(latter, "GET", "/batches", "").status() == 401);
    assertThat(server.send(now.body().get("key").asString(), "GET", "/batches", "").status())
        .isEqualTo(200);
  }

  @Test
  void aKeyForSomeKindsClaimsNoOthersAndMakesNoWiderKey() {
    String limited = server.key(Set.of(Scope.ADMIN), Set.of("limited"));
    assertThat(
            server
                .send(server.submitter, "POST", "/task", KeyedServer.TASK.formatted("limited"))
                .status())
        .isEqualTo(201);
    String claim = "{\"worker\":\"w\",\"kinds\":[\"%s\"]}";
    Reply other = server.send(limited, "POST", "/work/claim", claim.formatted("other"));
    assertThat(other.status()).isEqualTo(403);
    assertThat(KeyedServer.detail(other)).contains("'other'");
    assertThat(server.send(limited, "POST", "/work/claim", claim.formatted("limited")).body())
        .hasSize(1);
    String wider = "{\"name\":\"x\",\"scopes\":[\"work\"]%s}";
    assertThat(server.send(limited, "POST", "/v1/keys", wider.formatted("")).status())
        .isEqualTo(403);
    assertThat(
            server
                .send(
                    limited, "POST", "/v1/keys", wider.formatted(",\"kinds\":[\"limited\",\"b\"]"))
                .status())
        .isEqualTo(403);
    assertThat(
            server
                .send(limited, "POST", "/v1/keys", wider.formatted(",\"kinds\":[\"limited\"]"))
                .status())
        .isEqualTo(201);
  }
}
