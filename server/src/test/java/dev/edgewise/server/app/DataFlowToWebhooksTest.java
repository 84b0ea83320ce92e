package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.Receiver.Received;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Results on their way into webhooks and out of their answers. */
class DataFlowToWebhooksTest {
  private static TestDatabase database;
  private static Client client;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client = Client.start(database, Map.of("SKIP_SSRF_VALIDATION", "1"));
  }

  @AfterAll
  static void stop() {
    client.close();
    database.close();
  }

  /** Submits a batch and waits for its end. */
  private static JsonNode run(String batch) {
    Reply reply = client.post("/task", batch.replace('\'', '"'));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    String id = reply.body().get(0).get("batch_id").asString();
    return client.get("/batch/" + id + "?wait=30").body();
  }

  @Test
  void urlBodyAndHeadersCarryResults() {
    try (var receiver = Receiver.start()) {
      receiver.answering(_ -> Receiver.Answer.of(200, "{\"status\":\"Success\",\"result\":7}"));
      JsonNode batch =
          run(
              """
              {'inputs':{'path':'orders'},'tasks':[
               {'id':'order','name':'o','kind':'x','let':'{\\"no\\": 4, \\"name\\": \\"four\\"}'},
               {'id':'send','name':'s','kind':'x','metadata':{'m':true},'on_start':{'kind':'Webhook','params':{
                 'url':'%s','verb':'Post',
                 'headers':{'X-Order':'no. ${order.no}'},
                 'body':{'typed':'${order}','text':'is ${order.no}','own':['${metadata.m}'],'plain':1}}},
                'on_success':[{'kind':'Webhook','params':{'url':'%s','verb':'Put','body':'${send}'}}]},
               {'id':'end','name':'e','kind':'x','output':'send + order.no'}]}
              """
                  .formatted(
                      receiver.url("/${inputs.path}/${order.no}"), receiver.url("/done/${send}")));

      assertThat(batch.get("result").asInt()).isEqualTo(11);
      Received start = receiver.calls("start").getFirst();
      assertThat(start.uri().getPath()).isEqualTo("/orders/4");
      assertThat(start.header("X-Order")).isEqualTo("no. 4");
      assertThat(start.body())
          .isEqualTo(
              "{\"typed\":{\"no\":4,\"name\":\"four\"},\"text\":\"is"
                  + " 4\",\"own\":[true],\"plain\":1}");
      await().atMost(Duration.ofSeconds(30)).until(() -> !receiver.calls("success").isEmpty());
      Received success = receiver.calls("success").getFirst();
      assertThat(success.uri().getPath()).isEqualTo("/done/7");
      assertThat(success.body()).isEqualTo("7");
    }
  }

  @Test
  void theItemsOfASpreadAreCalledWithTheirOwnValues() {
    try (var receiver = Receiver.start()) {
      receiver.answering(call ->
          Receiver.Answer.of(200, "{\"status\":\"Success\",\"result\":" + call.body() + "}"));
      JsonNode batch =
          run(
              """
              [{'id':'each','name':'e','kind':'x','spread':'[\\"a\\", \\"b\\", \\"c\\"]','on_start':{
                'kind':'Webhook','params':{'url':'%s','verb':'Post','body':'${[item, index]}'}}},
               {'id':'end','name':'e','kind':'x','output':'each'}]
              """
                  .formatted(receiver.url("/item/${index}")));

      assertThat(batch.get("result").toString()).isEqualTo("[[\"a\",0],[\"b\",1],[\"c\",2]]");
      assertThat(receiver.calls("start").stream().map(call -> call.uri().getPath()))
          .containsExactlyInAnyOrderElementsOf(List.of("/item/0", "/item/1", "/item/2"));
    }
  }
}
