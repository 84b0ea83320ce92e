package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Submissions that are repeated with their Idempotency-Key. */
class IdempotencyOverHttpTest {
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

  private static Reply submit(String key, String body) {
    return client.send("POST", "/task", body.replace('\'', '"'), "Idempotency-Key", key);
  }

  @Test
  void aRepetitionReturnsTheFirstAnswerAfterTheTasksHaveChanged() {
    String body =
        """
        {'metadata':{'b':1},'tasks':[
         {'id':'a','name':'A','kind':'replayed','metadata':{'m':[1.50,null]},'priority':3,'timeout':9,
          'retry':{'max_retries':2},'rules':[{'type':'Concurrency','max_concurrency':5,
           'matcher':{'kind':'replayed','status':'Running','fields':['m']}}]},
         {'id':'b','name':'B','kind':'k','start_after':'PT1H','expected_count':7},
         {'id':'c','name':'C','kind':'k','dependencies':[{'id':'a','condition':'on_success'},{'id':'b'}],
          'input':{'v':'${a}'},'on_start':{'kind':'Webhook','params':{'url':'http://localhost:1/','verb':'Post'}}}]}
        """;
    Reply first = submit("changed", body);
    assertThat(first.status()).as(first.raw().body()).isEqualTo(201);
    JsonNode claimed =
        client
            .post("/work/claim", "{\"worker\":\"w\",\"kinds\":[\"replayed\"],\"wait_secs\":10}")
            .body()
            .get(0);
    String a = claimed.get("task_id").asString();
    assertThat(
            client
                .patch(
                    "/task/" + a,
                    "{\"status\":\"Success\",\"metadata\":{\"x\":1},\"new_success\":2,\"result\":5}")
                .status())
        .isEqualTo(200);
    assertThat(
            client.send("DELETE", "/task/" + first.body().get(1).get("id").asString(), "").status())
        .isEqualTo(200);

    Reply again = submit("changed", body);

    assertThat(again.status()).isEqualTo(201);
    assertThat(again.raw().body()).isEqualTo(first.raw().body());
    assertThat(again.raw().headers().firstValue("X-Batch-ID"))
        .isEqualTo(first.raw().headers().firstValue("X-Batch-ID"));
  }

  @Test
  void aLongAnswerIsRepeatedToo() {
    String body =
        IntStream.range(0, 3_000)
            .mapToObj(i -> "{'id':'t%d','name':'n','kind':'long'}".formatted(i))
            .collect(Collectors.joining(",", "[", "]"));
    Reply first = submit("long", body);
    client.send(
        "DELETE", "/batch/" + first.raw().headers().firstValue("X-Batch-ID").orElseThrow(), "");

    assertThat(submit("long", body).raw().body()).isEqualTo(first.raw().body());
  }

  @Test
  void tasksThatWereDecidedAtSubmissionAreReturnedAsTheyStand() {
    String body =
        """
        [{'id':'v','name':'v','kind':'k','let':'1 + 1'},
         {'id':'w','name':'w','kind':'k','dependencies':[{'id':'v'}]}]
        """;
    Reply first = submit("decided", body);
    assertThat(first.body().get(0).get("status").asString()).isEqualTo("Success");
    String w = first.body().get(1).get("id").asString();
    client.send("DELETE", "/task/" + w, "");

    Reply again = submit("decided", body);

    assertThat(again.body().get(0)).isEqualTo(first.body().get(0));
    assertThat(again.body().get(1).get("id").asString()).isEqualTo(w);
    assertThat(again.body().get(1).get("status").asString()).isEqualTo("Canceled");
  }
}
