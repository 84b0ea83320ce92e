package dev.edgewise.server.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.Receiver.Answer;
import java.net.URLEncoder;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Values of secrets and of secret headers do not come back. */
class SecretMasksTest {
  private static final String VALUE = "p&ss/\"w+rd\"-éß 7";

  private final SecretServer server = new SecretServer();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void theAddressGuardSeesTheResolvedUrlAndDoesNotShowIt() {
    server.put("host", "metadata.internal");
    server.put("address", "10.1.2.3");
    JsonNode named = server.run(SecretServer.onStart("http://${secrets.host}/", "", "null"));
    assertThat(named.get("failure_reason").asString())
        .contains("**** is a name of the own network");
    JsonNode numbered =
        server.run(SecretServer.onStart("http://${secrets.address}:80/x", "", "null"));
    assertThat(numbered.get("failure_reason").asString())
        .contains("**** is ")
        .doesNotContain("10.1");
    server.put("broken", "white space\\nand line");
    assertThat(
            server
                .run(SecretServer.onStart("http://127.0.0.1/${secrets.broken}", "", "null"))
                .toString())
        .contains("it is not a URL")
        .doesNotContain("white");
    assertThat(
            server
                .run(SecretServer.onStart("http://127.0.0.1/", "'X-A':'${secrets.broken}'", "null"))
                .toString())
        .contains("the header X-A must not contain control characters")
        .doesNotContain("white");
  }

  @Test
  void anEchoIsMaskedInResultsReasonsAndDeliveries() {
    server.put("odd", VALUE);
    server.put("word", "echoed-word");
    String basic = Base64.getEncoder().encodeToString("user:echoed-word!".getBytes(UTF_8));
    String echo =
        "%s / %s / %s / %s"
            .formatted(
                VALUE.replace("\"", "\\\""),
                URLEncoder.encode(VALUE, UTF_8),
                "\\u0065choed-word",
                basic);
    try (var receiver = Receiver.start()) {
      String action =
          SecretServer.onStart(receiver.url("/"), "'X':'${secrets.word}'", "'${secrets.odd}'");
      receiver.answering(_ ->
          Answer.of(
              200,
              "{\"status\":\"Success\",\"result\":{\"r\":\"%s\",\"echoed-word\":1.50}}"
                  .formatted(echo)));
      JsonNode done = server.run(action);
      assertThat(done.get("result").toString())
          .startsWith("{\"r\":\"**** / **** / **** / ")
          .endsWith("\",\"****\":1.5}");
      assertThat(done.get("result").get("r").asString()).doesNotContain(basic.substring(8, 18));
      assertThat(server.delivery(done).toString())
          .contains("****")
          .doesNotContain("echoed", "w+rd");

      receiver.answering(_ ->
          Answer.of(
              200,
              "{\"status\":\"Failure\",\"retryable\":false,\"failure_reason\":\"not"
                  + " echoed-word\"}"));
      assertThat(server.run(action).get("failure_reason").asString()).isEqualTo("not ****");

      receiver.answering(_ -> Answer.of(500, "<b>echoed-word</b> " + basic));
      JsonNode failed = server.run(action);
      assertThat(server.delivery(failed).toString())
          .contains("<b>****</b>")
          .doesNotContain("echoed-word", basic.substring(8, 18));

      receiver.answering(_ ->
          Answer.of(
              200,
              "{\"kind\":\"Webhook\",\"params\":{\"url\":\"http://127.0.0.1:1/\",\"verb\":\"Post\","
                  + "\"headers\":{\"Authorization\":\"Bearer echoed-word\"}}}"));
      Reply started = server.submit("[{'id':'a','name':'a','kind':'k',%s}]".formatted(action));
      String task = started.body().get(0).get("id").asString();
      await().until(() -> server.status(task).equals("Running"));
      assertThat(server.client().get("/task/" + task + "/deliveries").raw().body())
          .contains("the cancel action in the answer is ignored", "stands for a secret value")
          .doesNotContain("echoed-word");
    }
  }

  @Test
  void anEchoInAnAnswerThatIsNotWholeJsonIsMaskedHoweverItIsEscaped() {
    server.put("word", "echoed-word");
    try (var receiver = Receiver.start()) {
      receiver.answering(
          _ -> Answer.of(500, "{\"a\": \"\\u0065choe\\u0064\\u002dword\", echoed-word"));
      JsonNode failed =
          server.run(SecretServer.onStart(receiver.url("/${secrets.word}"), "", "null"));
      assertThat(server.delivery(failed).toString())
          .contains("****\\\", ****")
          .doesNotContain("\\u0065choe");
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
              .formatted(
                  SecretServer.onStart(receiver.url("/"), headers, "null"),
                  receiver.url("/f"),
                  headers);
      Reply submitted = server.submit("[" + task + "]");
      assertThat(submitted.raw().body()).contains("shown").doesNotContain("plain-");
      String id = submitted.body().get(0).get("id").asString();
      await().until(() -> server.status(id).equals("Running"));
      assertThat(server.client().get("/task/" + id).raw().body())
          .contains("\"X-Auth-Token\":\"****\"", "\"X-Plain\":\"shown\"")
          .doesNotContain("plain-", "learned-1");
      assertThat(receiver.calls("start").getFirst().header("X-API-Key")).isEqualTo("plain-4");

      String workflow = "{\"tasks\":[" + task.replace('\'', '"') + "]}";
      assertThat(server.client().send("PUT", "/workflow/w", workflow).status()).isEqualTo(201);
      JsonNode shown = server.client().get("/workflow/w").body();
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
      Reply again = server.client().send("PUT", "/workflow/w", content.toString());
      assertThat(again.details())
          .contains(
              "tasks[0].on_start.params.headers.authorization: contains ****", "secrets.NAME");
    }
  }
}
