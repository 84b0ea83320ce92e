package dev.edgewise.server.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.expression.SecretPlaceholders;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.Receiver.Answer;
import dev.edgewise.server.testing.Receiver.Received;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Secrets: stored without a way to read them, and put into actions when these are called. */
class SecretsOverHttpTest {
  private static final String OTHER_KEY =
      Base64.getEncoder().encodeToString("another key with its 32 letters!".getBytes(UTF_8));
  private static final String VALUE = "p&ss/\"w+rd\"-éß 7";

  private final SecretServer server = new SecretServer();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aSecretIsListedWithoutItsValueAndDeleted() {
    assertThat(server.put("b", "first value").status()).isEqualTo(201);
    assertThat(server.put("a_1", "second value").status()).isEqualTo(201);
    Reply replaced = server.put("b", "third value");
    assertThat(replaced.status()).isEqualTo(200);
    assertThat(replaced.body().propertyNames()).containsExactly("name", "created_at", "updated_at");
    JsonNode page = server.client().get("/v1/secrets?limit=1").body();
    assertThat(page.get("items").get(0).get("name").asString()).isEqualTo("a_1");
    JsonNode rest =
        server
            .client()
            .get("/v1/secrets?limit=1&cursor=" + page.get("next_cursor").asString())
            .body();
    assertThat(rest.get("items").get(0).get("name").asString()).isEqualTo("b");
    assertThat(rest.get("next_cursor").isNull()).isTrue();
    assertThat(server.client().send("DELETE", "/v1/secrets/b", "").status()).isEqualTo(204);
    assertThat(server.client().send("DELETE", "/v1/secrets/b", "").status()).isEqualTo(404);
    assertThat(
            server
                .client()
                .get("/v1/audit")
                .body()
                .get("items")
                .valueStream()
                .map(item -> item.get("action").asString() + " " + item.get("target").asString()))
        .containsExactly("secret.delete b", "secret.put b", "secret.put a_1", "secret.put b");
  }

  @Test
  void whatCannotBeASecretIsRefusedAndNotQuoted() {
    assertThat(server.put("1a", "some value").details()).contains("name: must begin with a letter");
    assertThat(server.put("a".repeat(101), "some value").details()).contains("at most 100");
    assertThat(server.put("a", "abc").details()).contains("at least 4");
    assertThat(server.put("a", "****").details()).contains("mask");
    assertThat(server.put("a", "x".repeat(17_000)).details()).contains("at most 16384 bytes");
    for (String body : List.of("{\"value\":hunter22}", "{\"hunter22\":1}", "hunter22", "")) {
      Reply refused = server.client().send("PUT", "/v1/secrets/a", body);
      assertThat(refused.status()).as(body).isEqualTo(400);
      assertThat(refused.raw().body()).contains("value").doesNotContain("hunter22");
    }
  }

  @Test
  void withoutAKeyASecretIsRefusedWithAdvice() {
    server.restart("");
    Reply refused = server.put("a", "some value");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body().get("detail").asString()).contains("SECRETS_KEY", "openssl rand");
    assertThat(server.client().get("/v1/secrets").body().get("items")).isEmpty();
  }

  @Test
  void urlHeadersAndBodyCarrySecretsWhichAreStoredNowhere() {
    server.put("word", "s3cr3t-word");
    server.put("odd", VALUE);
    try (var receiver = Receiver.start()) {
      receiver.answering(_ -> Answer.of(200, "{\"status\":\"Success\"}"));
      String action =
          SecretServer.onStart(
              receiver.url("/x/${secrets.word}/${inputs.n}"),
              "'Authorization':'Bearer ${secrets.word}','X-Sum':'${\\\"a\\\" +"
                  + " secrets[\\\"word\\\"]}','X-Choice':'${inputs.n > 3 ? secrets.word :"
                  + " \\\"no\\\"}'",
              "{'deep':['${secrets.odd}','<${secrets.odd}>'],'escaped':'$${secrets.odd}'}");
      JsonNode task =
          server.run(
              action
                  + ",'on_success':[{'kind':'Webhook','params':{'url':'%s','verb':'Post','body':'${secrets.word}'}}]"
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
      assertThat(
              server
                  .client()
                  .get("/task/" + task.get("id").asString() + "/deliveries")
                  .raw()
                  .body())
          .doesNotContain("s3cr3t");
    }
  }

  @Test
  void aChangedSecretIsUsedByTheNextCall() {
    server.put("word", "first-word");
    try (var receiver = Receiver.start()) {
      receiver.answering(_ -> Answer.of(200, "{\"status\":\"Success\"}"));
      server.run(SecretServer.onStart(receiver.url("/${secrets.word}"), "", "null"));
      server.put("word", "second-word");
      server.run(SecretServer.onStart(receiver.url("/${secrets.word}"), "", "null"));
      assertThat(receiver.calls().stream().map(call -> call.uri().getPath()))
          .containsExactly("/first-word", "/second-word");
    }
  }

  @Test
  void anUnknownSecretFailsTheCallByName() {
    try (var receiver = Receiver.start()) {
      JsonNode task =
          server.run(SecretServer.onStart(receiver.url("/${secrets.missing}"), "", "null"));
      assertThat(task.get("failure_reason").asString())
          .isEqualTo(
              "on_start webhook failed: there is no secret missing; store it with PUT"
                  + " /v1/secrets/missing");
      assertThat(receiver.calls()).isEmpty();
    }
  }

  @Test
  void aSecretWhoseKeyIsGoneFailsTheCallUntilTheKeyIsBack() {
    server.put("word", "some-word");
    try (var receiver = Receiver.start()) {
      receiver.answering(_ -> Answer.of(200, "{\"status\":\"Success\"}"));
      server.restart(OTHER_KEY);
      String action = SecretServer.onStart(receiver.url("/${secrets.word}"), "", "null");
      assertThat(server.run(action).get("failure_reason").asString())
          .contains("the secret word cannot be decrypted with SECRETS_KEY");
      server.restart(OTHER_KEY + ", " + SecretServer.KEY);
      assertThat(server.run(action).get("status").asString()).isEqualTo("Success");
    }
  }

  @Test
  void aCiphertextThatIsMovedToAnotherNameOrWorkspaceDoesNotDecrypt() {
    server.put("word", "some-word");
    server.put("other", "other-word");
    server
        .database
        .database()
        .engine()
        .useHandle(handle ->
            handle.execute(
                "update secret set ciphertext = (select ciphertext from secret where name = 'word')"
                    + " where name = 'other'"));
    try (var receiver = Receiver.start()) {
      assertThat(
              server
                  .run(SecretServer.onStart(receiver.url("/${secrets.other}"), "", "null"))
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
      Reply refused = server.submit("[{'id':'a',%s'kind':'k',%s}]".formatted(name, each.member()));
      assertThat(refused.details()).contains(each.place());
    }
    assertThat(
            server
                .submit(
                    "{'metadata':['${secrets.a}'],'inputs':{'a':'${secrets[\\\"b\\\"]}'},"
                        + "'tasks':[{'id':'a','name':'$${secrets.a}','kind':'k'}]}")
                .details())
        .isEqualTo(
            "inputs: secrets can only be used in the actions of a task; metadata: secrets can only"
                + " be used in the actions of a task");
  }

  @Test
  void aLongTextWithoutASecretIsCheckedInNoTime() {
    String text = "${".repeat(200_000) + "} secrets. ".repeat(20_000);
    long begun = System.nanoTime();
    assertThat(SecretPlaceholders.mentionedIn(text)).isFalse();
    assertThat(SecretPlaceholders.mentionedInJson("[\"${\",\"secrets.a\"]")).isFalse();
    assertThat(SecretPlaceholders.mentionedInJson("[\"${\\\"a\\\" + secrets . a}\"]")).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void theExampleOfTheDocumentIsAccepted() throws Exception {
    String page = Files.readString(Path.of("../docs/secrets.md"));
    String example = page.substring(page.indexOf("```json") + 7);
    Reply submitted = server.client().post("/task", example.substring(0, example.indexOf("```")));
    assertThat(submitted.status()).as(submitted.raw().body()).isEqualTo(201);
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
          server.submit(
              "{'inputs':{'n':1},'tasks':[{'id':'a','name':'a','kind':'k',%s}]}"
                  .formatted(
                      SecretServer.onStart(
                          "http://127.0.0.1:1/${" + expression + "}", "", "null")));
      assertThat(refused.details()).as(expression).contains("on_start", "secret");
    }
  }

  @Test
  void aWorkflowWhoseInputsNameSecretsIsRefused() {
    assertThat(
            server
                .client()
                .send(
                    "PUT",
                    "/workflow/w",
                    "{\"inputs\":{\"a\":{\"default\":\"${secrets.x}\"}},\"tasks\":[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"k\"}]}")
                .details())
        .contains("inputs.a: secrets can only be used");
  }
}
