package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.util.Base64;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A server that has a key for secrets, and runs batches of one task. */
final class SecretServer implements AutoCloseable {
  static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

  final TestDatabase database = TestDatabase.open();
  private Client client = start(KEY);

  private Client start(String keys) {
    return Client.start(
        database, Map.of("--secrets-key", keys, "--webhook-allowed-hosts", "127.0.0.1"));
  }

  Client client() {
    return client;
  }

  /** Starts the server again with other keys; an empty text means none. */
  void restart(String keys) {
    client.close();
    client = start(keys);
  }

  Reply put(String name, String value) {
    return client.send(
        "PUT", "/v1/secrets/" + name, "{\"value\":\"" + value.replace("\"", "\\\"") + "\"}");
  }

  /** Submits a batch, written with single quotes. */
  Reply submit(String batch) {
    return client.post("/task", batch.replace('\'', '"'));
  }

  /** Submits one task with these members, waits for its end, and returns it. */
  JsonNode run(String members) {
    Reply reply =
        submit(
            "{'inputs':{'n':4},'tasks':[{'id':'a','name':'a','kind':'k',%s}]}".formatted(members));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    JsonNode task = reply.body().get(0);
    client.get("/batch/" + task.get("batch_id").asString() + "?wait=30");
    return client.get("/task/" + task.get("id").asString()).body();
  }

  /** The member on_start with an action. */
  static String onStart(String url, String headers, String body) {
    return "'on_start':{'kind':'Webhook','params':{'url':'%s','verb':'Post','headers':{%s},'body':%s}}"
        .formatted(url, headers, body);
  }

  JsonNode delivery(JsonNode task) {
    return client.get("/task/" + task.get("id").asString() + "/deliveries").body().get(0);
  }

  String status(String task) {
    return client.get("/task/" + task).body().get("status").asString();
  }

  @Override
  public void close() {
    client.close();
    database.close();
  }
}
