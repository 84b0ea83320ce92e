package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How browsers sign in and out. */
@Timeout(120)
class SessionsOverHttpTest {
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
  void aBrowserSignsInWithAKeyAndOut() {
    Reply signedIn = server.client.post("/v1/session", "{\"key\":\"%s\"}".formatted(server.reader));
    assertThat(signedIn.status()).as(signedIn.raw().body()).isEqualTo(200);
    String cookie = signedIn.raw().headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(cookie)
        .matches("edgewise_session=[0-9a-z]{50}; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict")
        .doesNotContain(KeyedServer.secretOf(server.reader));
    String session = cookie.split(";", 2)[0];
    Reply view = server.client.send("GET", "/v1/session", "", "Cookie", session);
    assertThat(view.body()).isEqualTo(signedIn.body());
    assertThat(view.body().get("workspace").asString()).isEqualTo("default/default");
    assertThat(view.body().get("scopes").toString()).isEqualTo("[\"read\"]");
    assertThat(view.body().get("auth").asString()).isEqualTo("keys");
    assertThat(server.client.send("GET", "/batches", "", "Cookie", session).status())
        .isEqualTo(200);
    assertThat(server.client.send("POST", "/task", "[]", "Cookie", session).status())
        .isEqualTo(403);
    assertThat(
            server
                .client
                .send("GET", "/batches", "", "Cookie", session, "Authorization", "Bearer ew_a_b")
                .status())
        .as("a key goes first")
        .isEqualTo(401);

    Reply signedOut = server.client.send("DELETE", "/v1/session", "", "Cookie", session);
    assertThat(signedOut.status()).isEqualTo(204);
    assertThat(signedOut.raw().headers().firstValue("Set-Cookie").orElseThrow())
        .startsWith("edgewise_session=; Max-Age=0;");
    Reply after = server.client.send("GET", "/v1/session", "", "Cookie", session);
    assertThat(after.status()).isEqualTo(401);
    assertThat(after.raw().headers().firstValue("Set-Cookie").orElseThrow())
        .as("the browser forgets a session that has ended")
        .startsWith("edgewise_session=; Max-Age=0;");
    assertThat(server.client.send("DELETE", "/v1/session", "").status()).isEqualTo(204);
  }

  @Test
  void nobodySignsInWithAWrongKey() {
    assertThat(server.client.post("/v1/session", "{\"key\":\"ew_a_b\"}").status()).isEqualTo(401);
    assertThat(server.client.post("/v1/session", "{\"key\":\"hello\"}").status()).isEqualTo(401);
    assertThat(server.client.post("/v1/session", "{}").status()).isEqualTo(400);
    assertThat(server.client.get("/v1/session").status()).isEqualTo(401);
    assertThat(
            server
                .client
                .send(
                    "POST",
                    "/v1/session",
                    "{\"key\":\"%s\"}".formatted(server.reader),
                    "Content-Type",
                    "application/json",
                    "Origin",
                    "https://evil.example")
                .status())
        .isEqualTo(403);
  }
}
