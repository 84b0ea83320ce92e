package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import tools.jackson.databind.JsonNode;

/** A chain so deep that recursion or one statement per level would show. */
class DeepChainOverHttpTest {
  private static final int DEPTH = 10_000;

  private static String chain() {
    return IntStream.range(0, DEPTH)
        .mapToObj(i ->
            i == 0
                ? "{\"id\":\"0\",\"name\":\"top\",\"kind\":\"top\"}"
                : """
                {"id":"%d","name":"%d","kind":"below",
                 "dependencies":[{"id":"%d","condition":"on_success"}]}
                """
                    .formatted(i, i, i - 1))
        .collect(Collectors.joining(",", "[", "]"));
  }

  @Test
  void aDeepChainIsSkippedInOneTransaction(TestReporter reporter) {
    try (var database = TestDatabase.open();
        var client = Client.start(database, Map.of())) {
      Reply submitted = client.post("/task", chain());
      assertThat(submitted.status()).isEqualTo(201);
      assertThat(submitted.body()).hasSize(DEPTH);
      String top = submitted.body().get(0).get("id").asString();
      String batch = submitted.body().get(0).get("batch_id").asString();
      client.post("/work/claim", "{\"worker\":\"w\",\"kinds\":[\"top\"],\"lease_secs\":600}");

      long asked = System.nanoTime();
      Reply failed =
          client.patch("/task/" + top, "{\"status\":\"Failure\",\"failure_reason\":\"no\"}");
      reporter.publishEntry(
          "%d skips in %d ms".formatted(DEPTH - 1, (System.nanoTime() - asked) / 1_000_000));

      assertThat(failed.status()).isEqualTo(200);
      assertThat(failed.body().get("applied").asBoolean()).isTrue();
      JsonNode after = client.get("/batch/" + batch).body();
      assertThat(after.get("state").asString()).isEqualTo("failed");
      assertThat(after.get("status_counts").get("skipped").asInt()).isEqualTo(DEPTH - 1);
      Map<String, Long> statuses =
          StreamSupport.stream(client.get("/dag/" + batch).body().get("tasks").spliterator(), false)
              .collect(
                  Collectors.groupingBy(
                      task -> task.get("status").asString(), Collectors.counting()));
      assertThat(statuses).isEqualTo(Map.of("Failure", 1L, "Skipped", DEPTH - 1L));
      assertThat(writers(database)).hasSize(1);
    }
  }

  /** The transactions that wrote the present states and facts. */
  private static List<String> writers(TestDatabase database) {
    return database
        .database()
        .reader()
        .withHandle(handle ->
            handle
                .createQuery("select xmin::text from task_state union select xmin::text from fact")
                .mapTo(String.class)
                .list());
  }
}
