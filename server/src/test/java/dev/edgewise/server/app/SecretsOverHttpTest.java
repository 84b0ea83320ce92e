package dev.edgewise.server.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.Receiver.Answer;
import dev.edgewise.server.testing.Receiver.Received;
import dev.edgewise.server.testing.TestDatabase;
import java.net.URLEncoder;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Secrets: stored without a way to read them, and put into actions when these are called. */
class SecretsOverHttpTest {
  static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);
  private static final String OTHER_KEY = Base64.getEncoder().encodeToString(bytes());
  private static final String VALUE = "p&ss/\"w+rd\"-éß 7";

  private final TestDatabase database = TestDatabase.open();
  private Client client = start(KEY);

  private static byte[] bytes() {
    byte[] bytes = new byte[32];
    bytes[0] = 1;
    return bytes;
  }

  private Client start(String keys) {
    return Client.start(
        database, Map.of("--secrets-key", keys, "--webhook-allowed-hosts", "127.0.0.1"));
  }

  private void restart(String keys) {
    client.close();
    client = start(keys);
  }

  @AfterEach
  void stop() {
    client.close();
    database.close();
  }

  private Reply put(String name, String value) {
    return client.send(
        "PUT", "/v1/secrets/" + name, "{\"value\":\"" + value.replace("\"", "\\\"") + "\"}");
  }

  private Reply submit(String batch) {
    return client.post("/task", batch.replace('\'', '"'));
  }

  /** Submits one task, waits for its end, and returns it. */
  private JsonNode run(String actions) {
    return run(actions, "");
  }

  private JsonNode run(String actions, String more) {
    Reply reply =
        submit(
            "{'inputs':{'n':4},'tasks':[{'id':'a','name':'a','kind':'k',%s%s}]}"
                .formatted(actions, more));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    JsonNode task = reply.body().get(0);
    client.get("/batch/" + task.get("batch_id").asString() + "?wait=30");
    return client.get("/task/" + task.get("id").asString()).body();
  }

  private static String action(String url, String headers, String body) {
    return "'on_start':{'kind':'Webhook','params':{'url':'%s','verb':'Post','headers':{%s},'body':%s}}"
        .formatted(url, headers, body);
  }

  private JsonNode delivery(JsonNode task) {
    return client.get("/task/" + task.get("id").asString() + "/deliveries").body().get(0);
  }

  @Test
  void aSecretIsListedWithoutItsValueAndDeleted() {
    assertThat(put("b", "first value").status()).isEqualTo(201);
    assertThat(put("a_1", "second value").status()).isEqualTo(201);
    Reply replaced = put("b", "third value");
    assertThat(replaced.status()).isEqualTo(200);
    assertThat(replaced.body().propertyNames()).containsExactly("name", "created_at", "updated_at");
    JsonNode page = client.get("/v1/secrets?limit=1").body();
    assertThat(page.get("items").get(0).get("name").asString()).isEqualTo("a_1");
    JsonNode rest =
        client.get("/v1/secrets?limit=1&cursor=" + page.get("next_cursor").asString()).body();
    assertThat(rest.get("items").get(0).get("name").asString()).isEqualTo("b");
    assertThat(rest.get("next_cursor").isNull()).isTrue();
    assertThat(client.send("DELETE", "/v1/secrets/b", "").status()).isEqualTo(204);
    assertThat(client.send("DELETE", "/v1/secrets/b", "").status()).isEqualTo(404);
    assertThat(
            client
                .get("/v1/audit")
                .body()
                .get("items")
                .valueStream()
                .map(item -> item.get("action").asString() + " " + item.get("target").asString()))
        .containsExactly("secret.delete b", "secret.put b", "secret.put a_1", "secret.put b");
  }

  @Test
  void whatCannotBeASecretIsRefusedAndNotQuoted() {
    assertThat(put("1a", "some value").details()).contains("name: must begin with a letter");
    assertThat(put("a".repeat(101), "some value").details()).contains("at most 100");
    assertThat(put("a", "abc").details()).contains("at least 4");
    assertThat(put("a", "****").details()).contains("mask");
    assertThat(put("a", "x".repeat(70_000)).details()).contains("at most 65536 bytes");
    for (String body : List.of("{\"value\":hunter22}", "{\"hunter22\":1}", "hunter22", "")) {
      Reply refused = client.send("PUT", "/v1/secrets/a", body);
      assertThat(refused.status()).as(body).isEqualTo(400);
      assertThat(refused.raw().body()).contains("value").doesNotContain("hunter22");
    }
  }

  @Test
  void withoutAKeyASecretIsRefusedWithAdvice() {
    client.close();
    client = Client.start(database, Map.of());
    Reply refused = put("a", "some value");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body().get("detail").asString()).contains("SECRETS_KEY", "openssl rand");
    assertThat(client.get("/v1/secrets").body().get("items")).isEmpty();
  }

  @Test
  void urlHeadersAndBodyCarrySecretsWhichAreStoredNowhere() {
    put("word", "s3cr3t-word");
    put("odd", VALUE);
    try (var receiver = Receiver.start()) {
      receiver.answering(_ -> Answer.of(200, "{\"status\":\"Success\"}"));
      String action =
          action(
              receiver.url("/x/${secrets.word}/${inputs.n}"),
              "'Authorization':'Bearer ${secrets.word}','X-Sum':'${\\\"a\\\" +"
                  + " secrets[\\\"word\\\"]}','X-Choice':'${inputs.n > 3 ? secrets.word :"
                  + " \\\"no\\\"}'",
              "{'deep':['${secrets.odd}','<${secrets.odd}>'],'escaped':'$${secrets.odd}'}");
      JsonNode task =
          run(
              action,
              ",'on_success':[{'kind':'Webhook','params':{'url':'%s','verb':'Post','body':'${secrets.word}'}}]"
                  .formatted(receiver.url("/end")));
      assertThat(task.get("status").asString()).isEqualTo("Success");
      Received start = receiver.calls("start").getFirst();
      assertThat(start.uri().getPath()).isEqualTo("/x/s3cr3t-word/4");
      assertThat(start.header("Authorization")).isEqualTo("Bearer s3cr3t-word");
      assertThat(start.header("X-Sum")).isEqualTo("as3cr3t-word");
      assertThat(start.header("X-Choice")).isEqualTo("s3cr3t-word");
      String escaped = VALUE.replace("\"", "\\\"");
      assertThat(start.body())
          .isEqualTo(
              "{\"deep\":[\"%1$s\",\"<%1$s>\"],\"escaped\":\"${secrets.odd}\"}".formatted(escaped));
      await().until(() -> !receiver.calls("success").isEmpty());
      assertThat(receiver.calls("success").getFirst().body()).isEqualTo("\"s3cr3t-word\"");
      assertThat(task.get("actions").toString())
          .contains("${secrets.word}", "\"Authorization\":\"****\"")
          .doesNotContain("s3cr3t", "edgewise-secret");
      assertThat(client.get("/task/" + task.get("id").asString() + "/deliveries").raw().body())
          .doesNotContain("s3cr3t");
    }
  }

  @Test
  void aChangedSecretIsUsedByTheNextCall() {
    put("word", "first-word");
    try (var receiver = Receiver.start()) {
      receiver.answering(_ -> Answer.of(200, "{\"status\":\"Success\"}"));
      run(action(receiver.url("/${secrets.word}"), "", "null"));
      put("word", "second-word");
      run(action(receiver.url("/${secrets.word}"), "", "null"));
      assertThat(receiver.calls().stream().map(call -> call.uri().getPath()))
          .containsExactly("/first-word", "/second-word");
    }
  }

  @Test
  void anUnknownSecretFailsTheCallByName() {
    try (var receiver = Receiver.start()) {
      JsonNode task = run(action(receiver.url("/${secrets.missing}"), "", "null"));
      assertThat(task.get("failure_reason").asString())
          .isEqualTo(
              "on_start webhook failed: there is no secret missing; store it with PUT"
                  + " /v1/secrets/missing");
      assertThat(receiver.calls()).isEmpty();
    }
  }

  @Test
  void aSecretWhoseKeyIsGoneFailsTheCallUntilTheKeyIsBack() {
    put("word", "some-word");
    try (var receiver = Receiver.start()) {
      receiver.answering(_ -> Answer.of(200, "{\"status\":\"Success\"}"));
      restart(OTHER_KEY);
      String action = action(receiver.url("/${secrets.word}"), "", "null");
      assertThat(run(action).get("failure_reason").asString())
          .contains("the secret word cannot be decrypted with SECRETS_KEY");
      restart(OTHER_KEY + ", " + KEY);
      assertThat(run(action).get("status").asString()).isEqualTo("Success");
    }
  }

  @Test
  void aCiphertextThatIsMovedToAnotherNameOrWorkspaceDoesNotDecrypt() {
    put("word", "some-word");
    put("other", "other-word");
    database
        .database()
        .engine()
        .useHandle(handle ->
            handle.execute(
                "update secret set ciphertext = (select ciphertext from secret where name = 'word')"
                    + " where name = 'other'"));
    try (var receiver = Receiver.start()) {
      assertThat(
              run(action(receiver.url("/${secrets.other}"), "", "null"))
                  .get("failure_reason")
                  .asString())
          .contains("the secret other cannot be decrypted");
      assertThat(receiver.calls()).isEmpty();
    }
  }

  @Test
  void secretsOutsideOfActionsAreRefusedWithTheirPlace() {
    record Case(String member, String place) {}
    for (Case each :
        List.of(
            new Case("'let':'secrets.a'", "tasks[0].let: column 8: secrets can only be used"),
            new Case(
                "'when':'secrets.a == \\\"x\\\"'", "tasks[0].when: column 8: a secret can only"),
            new Case("'output':'\\\"x\\\" + secrets.a'", "tasks[0].output: column"),
            new Case("'spread':'[secrets.a]'", "tasks[0].spread: column"),
            new Case("'input':{'x':['${secrets.a}']}", "tasks[0].input.x[0]: ${secrets.a}"),
            new Case("'metadata':{'x':'${secrets.a}'}", "tasks[0].metadata: secrets can only"),
            new Case("'name':'${ secrets.a}'", "tasks[0].name: secrets can only"))) {
      String name = each.member().startsWith("'name'") ? "" : "'name':'a',";
      Reply refused = submit("[{'id':'a',%s'kind':'k',%s}]".formatted(name, each.member()));
      assertThat(refused.details()).contains(each.place());
    }
    assertThat(
            submit(
                    "{'metadata':['${secrets.a}'],'inputs':{'a':'${secrets[\\\"b\\\"]}'},"
                        + "'tasks':[{'id':'a','name':'$${secrets.a}','kind':'k'}]}")
                .details())
        .isEqualTo(
            "inputs: secrets can only be used in the actions of a task; metadata: secrets can only"
                + " be used in the actions of a task");
  }

  @Test
  void anActionCannotComputeWithASecret() {
    for (String expression :
        List.of(
            "size(secrets.a)",
            "secrets.a.substring(0, 2)",
            "base64.encode(bytes(secrets.a))",
            "[secrets.a]",
            "secrets.a == \\\"x\\\"",
            "secrets.a > \\\"x\\\" ? 1 : 2",
            "[1].map(x, secrets.a)",
            "secrets",
            "has(secrets.a)",
            "secrets[inputs.n]")) {
      Reply refused =
          submit(
              "{'inputs':{'n':1},'tasks':[{'id':'a','name':'a','kind':'k',%s}]}"
                  .formatted(action("http://127.0.0.1:1/${" + expression + "}", "", "null")));
      assertThat(refused.details()).as(expression).contains("on_start", "secret");
    }
  }

  @Test
  void theAddressGuardSeesTheResolvedUrlAndDoesNotShowIt() {
    put("host", "metadata.internal");
    put("address", "10.1.2.3");
    JsonNode named = run(action("http://${secrets.host}/", "", "null"));
    assertThat(named.get("failure_reason").asString())
        .contains("**** is a name of the own network");
    JsonNode numbered = run(action("http://${secrets.address}:80/x", "", "null"));
    assertThat(numbered.get("failure_reason").asString())
        .contains("**** is ")
        .doesNotContain("10.1");
    put("broken", "white space\\nand line");
    assertThat(run(action("http://127.0.0.1/${secrets.broken}", "", "null")).toString())
        .contains("it is not a URL")
        .doesNotContain("white");
    assertThat(run(action("http://127.0.0.1/", "'X-A':'${secrets.broken}'", "null")).toString())
        .contains("the header X-A must not contain control characters")
        .doesNotContain("white");
  }

  @Test
  void anEchoIsMaskedInResultsReasonsAndDeliveries() {
    put("odd", VALUE);
    put("word", "echoed-word");
    String basic = Base64.getEncoder().encodeToString(("user:echoed-word!").getBytes(UTF_8));
    String echo =
        "%s / %s / %s / %s"
            .formatted(
                VALUE.replace("\"", "\\\""),
                URLEncoder.encode(VALUE, UTF_8),
                "\\u0065choed-word",
                basic);
    try (var receiver = Receiver.start()) {
      String action = action(receiver.url("/"), "'X':'${secrets.word}'", "'${secrets.odd}'");
      receiver.answering(_ ->
          Answer.of(
              200,
              "{\"status\":\"Success\",\"result\":{\"r\":\"%s\",\"echoed-word\":1.50}}"
                  .formatted(echo)));
      JsonNode done = run(action);
      assertThat(done.get("result").toString())
          .startsWith("{\"r\":\"**** / **** / **** / ")
          .endsWith("\",\"****\":1.5}");
      assertThat(done.get("result").get("r").asString()).doesNotContain(basic.substring(8, 18));
      assertThat(delivery(done).toString()).contains("****").doesNotContain("echoed", "w+rd");

      receiver.answering(_ ->
          Answer.of(
              200,
              "{\"status\":\"Failure\",\"retryable\":false,\"failure_reason\":\"not"
                  + " echoed-word\"}"));
      assertThat(run(action).get("failure_reason").asString()).isEqualTo("not ****");

      receiver.answering(_ -> Answer.of(500, "<b>echoed-word</b> " + basic));
      JsonNode failed = run(action);
      assertThat(delivery(failed).toString())
          .contains("<b>****</b>")
          .doesNotContain("echoed-word", basic.substring(8, 18));

      receiver.answering(_ ->
          Answer.of(
              200,
              "{\"kind\":\"Webhook\",\"params\":{\"url\":\"http://127.0.0.1:1/\",\"verb\":\"Post\","
                  + "\"headers\":{\"Authorization\":\"Bearer echoed-word\"}}}"));
      Reply started = submit("[{'id':'a','name':'a','kind':'k',%s}]".formatted(action));
      String task = started.body().get(0).get("id").asString();
      await()
          .until(
              () -> client.get("/task/" + task).body().get("status").asString().equals("Running"));
      assertThat(client.get("/task/" + task + "/deliveries").raw().body())
          .contains("the cancel action in the answer is ignored", "stands for a secret value")
          .doesNotContain("echoed-word");
    }
  }

  @Test
  void secretHeadersAreMaskedInAnswersAndTheMaskIsRefused() {
    try (var receiver = Receiver.start()) {
      receiver.answering(_ ->
          Answer.of(
              200,
              ("{'kind':'Webhook','params':{'url':'http://127.0.0.1:1/','verb':'Post',"
                      + "'headers':{'X-Auth-Token':'learned-1'}}}")
                  .replace('\'', '"')));
      String headers =
          "'authorization':'Bearer plain-1','Cookie':'plain-2','X-My-Secret-1':'plain-3',"
              + "'X-API-Key':'plain-4','X-Plain':'shown'";
      String task =
          "{'id':'a','name':'a','kind':'k',%s,'on_failure':[{'kind':'Webhook','params':{'url':'%s','verb':'Post','headers':{%s}}}]}"
              .formatted(action(receiver.url("/"), headers, "null"), receiver.url("/f"), headers);
      Reply submitted = submit("[" + task + "]");
      assertThat(submitted.raw().body()).contains("shown").doesNotContain("plain-");
      String id = submitted.body().get(0).get("id").asString();
      await()
          .until(() -> client.get("/task/" + id).body().get("status").asString().equals("Running"));
      assertThat(client.get("/task/" + id).raw().body())
          .contains("\"X-Auth-Token\":\"****\"", "\"X-Plain\":\"shown\"")
          .doesNotContain("plain-", "learned-1");
      assertThat(receiver.calls("start").getFirst().header("X-API-Key")).isEqualTo("plain-4");

      String workflow = "{\"tasks\":[" + task.replace('\'', '"') + "]}";
      assertThat(client.send("PUT", "/workflow/w", workflow).status()).isEqualTo(201);
      JsonNode shown = client.get("/workflow/w").body();
      assertThat(shown.toString())
          .contains("\"Cookie\":\"****\"", "shown")
          .doesNotContain("plain-");
      JsonNode content =
          shown
              .propertyStream()
              .map(Map.Entry::getValue)
              .filter(JsonNode::isObject)
              .findFirst()
              .orElseThrow();
      Reply again = client.send("PUT", "/workflow/w", content.toString());
      assertThat(again.details())
          .contains(
              "tasks[0].on_start.params.headers.authorization: contains ****", "secrets.NAME");
    }
  }

  @Test
  void aWorkflowWhoseInputsNameSecretsIsRefused() {
    assertThat(
            client
                .send(
                    "PUT",
                    "/workflow/w",
                    "{\"inputs\":{\"a\":{\"default\":\"${secrets.x}\"}},\"tasks\":[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"k\"}]}")
                .details())
        .contains("inputs.a: secrets can only be used");
  }
}
