package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.Receiver.Answer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may store secrets, and which workspace's secrets a call uses. */
class SecretScopesTest {
  private static final String VALUE = "{\"value\":\"%s\"}";

  private final KeyedServer server = new KeyedServer();

  @AfterEach
  void stop() {
    server.close();
  }

  private Reply inBlue(String method, String path, String body) {
    return server.client.send(
        method, path, body, "Authorization", "Bearer " + server.admin, "X-Workspace", "acme/blue");
  }

  @Test
  void onlyAnAdministratorStoresListsAndDeletesSecrets() {
    for (String key : List.of(server.reader, server.submitter, server.worker)) {
      assertThat(server.send(key, "PUT", "/v1/secrets/a", "not read").status()).isEqualTo(403);
      assertThat(server.send(key, "GET", "/v1/secrets", "").status()).isEqualTo(403);
      assertThat(server.send(key, "DELETE", "/v1/secrets/a", "").status()).isEqualTo(403);
    }
  }

  @Test
  void aCallUsesTheSecretOfItsOwnWorkspace() {
    String value = VALUE.formatted("default-word");
    assertThat(server.send(server.admin, "PUT", "/v1/secrets/word", value).status()).isEqualTo(201);
    assertThat(inBlue("GET", "/v1/secrets", "").body().get("items")).isEmpty();
    assertThat(inBlue("DELETE", "/v1/secrets/word", "").status()).isEqualTo(404);
    try (var receiver = Receiver.start()) {
      receiver.answering(_ -> Answer.of(200, "{\"status\":\"Success\"}"));
      String batch =
          "[{'id':'a','name':'a','kind':'k',%s}]"
              .formatted(SecretServer.onStart(receiver.url("/${secrets.word}"), "", "null"))
              .replace('\'', '"');
      String id = inBlue("POST", "/task", batch).body().get(0).get("id").asString();
      await()
          .until(() ->
              inBlue("GET", "/task/" + id, "").body().get("status").asString().equals("Failure"));
      assertThat(receiver.calls()).isEmpty();
      inBlue("PUT", "/v1/secrets/word", VALUE.formatted("blue-word"));
      inBlue("POST", "/task", batch);
      await().until(() -> !receiver.calls().isEmpty());
      assertThat(receiver.calls().getFirst().uri().getPath()).isEqualTo("/blue-word");
    }
  }
}
