package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The most expensive expressions of 500 bytes, on a server that others use meanwhile. */
class WorstExpressionsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int ORDINARY = 20;

  /** A text of 400,000 characters. */
  private static final String LONG = "lists.range(20000).map(x, 'aaaaaaaaaaaaaaaaaaaa').join()";

  private static final List<String> WORST =
      List.of(
          "sets.contains(lists.range(100000), lists.range(100000))",
          "cel.bind(s, %s, lists.range(1000).map(i, s.contains(s.substring(0, 200000) + 'b')))"
              .formatted(LONG),
          "cel.bind(s, %s, lists.range(1000).exists(i, s.matches('((a?){90}a{90})*b')))"
              .formatted(LONG),
          "'a'.matches('((((((((a{100}){100}){100}){100}){100}){100}){100}){100})')",
          doubling("b'aaaaaaaaaaaaaaaa'", "+", "size(h)"),
          doubling("'aaaaaaaaaaaaaaaa'", "+", "size(h)"),
          doubling("[1]", "+", "size(h)"),
          "cel.bind(a, [[1]], %s)".formatted(nested("h == [h[0], h[1], h[2], [1]]")),
          "cel.bind(a, [[1]], %s)".formatted(nested("dyn(h) ? 1 : 2")),
          "cel.bind(a, [[1]], %s)".formatted(nested("{dyn(h): 1}")),
          "lists.range(100000).filter(x, -1 in lists.range(100000))",
          "lists.range(100000).map(x, lists.range(100000).map(y, y))",
          "lists.range(500000).all(x, 1 / 0 > x)",
          "cel.bind(l, lists.range(50000), lists.range(1000).all(x, l.sum() + l.max() >= 0))",
          "cel.bind(s, %s, lists.range(1000).map(x, s).sort())".formatted(LONG),
          "cel.bind(l, lists.range(500000), l.zip(l).zip(l.zip(l)))",
          "cel.bind(s, %s, s.replace('', s).replace('', s))".formatted(LONG),
          "cel.bind(a, {1: 1}, %s)".formatted(mapped()),
          "'a'.matches('(?i)[B-\\\\x{2000}]')",
          "duration(lists.range(90000).map(x, '1h1m1s').join())");

  private final TestDatabase database = TestDatabase.open();
  private Client client = Client.start(database, Map.of());

  private static String doubling(String seed, String with, String last) {
    String expression = last;
    for (char c = 'h'; c > 'a'; c--) {
      String before = String.valueOf((char) (c - 1));
      String eight = String.join(with, List.of(before, before, before, before, before, before));
      expression = "cel.bind(%s, %s, %s)".formatted(c, eight + with + eight, expression);
    }
    return "cel.bind(a, %s, %s)".formatted(seed, expression);
  }

  private static String nested(String last) {
    String expression = last;
    for (char c = 'h'; c > 'a'; c--) {
      String before = String.valueOf((char) (c - 1));
      String ten = String.join(",", Collections.nCopies(10, before));
      expression = "cel.bind(%s, [%s], %s)".formatted(c, ten, expression);
    }
    return expression;
  }

  /** Names whose types would double with each of them. */
  private static String mapped() {
    String expression = "{u: 1}";
    for (char c = 'u'; c > 'a'; c--) {
      char before = (char) (c - 1);
      expression = "cel.bind(%s,{%s:%s},%s)".formatted(c, before, before, expression);
    }
    return expression;
  }

  @AfterEach
  void close() {
    client.close();
    database.close();
  }

  @Test
  void theWorstExpressionsFailForGoodWhileOrdinaryTasksGoOn() throws Exception {
    assertThat(WORST).allSatisfy(each -> assertThat(each).hasSizeLessThan(500));
    ordinary();
    Duration usual = ordinary();
    Map<String, String> worst = new LinkedHashMap<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Map<String, String>>> attacks = new ArrayList<>();
      for (int i = 0; i < WORST.size(); i++) {
        int way = i % 4;
        String expression = WORST.get(i);
        attacks.add(threads.submit(() -> attack(expression, way)));
      }
      Duration attacked = ordinary();
      for (Future<Map<String, String>> attack : attacks) {
        worst.putAll(attack.get());
      }
      assertThat(attacked).isLessThan(usual.multipliedBy(10).plusSeconds(5));
    }
    Map<String, String> reasons = new LinkedHashMap<>();
    worst.forEach((id, expression) -> {
      await(expression)
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(task(id).get("status").asString()).isEqualTo("Failure"));
      reasons.put(id, task(id).get("failure_reason").asString());
    });
    assertThat(reasons.values()).allSatisfy(reason -> assertThat(reason).isNotBlank());
    assertThat(client.get("/ready").status()).isEqualTo(200);

    client.close();
    client = Client.start(database, Map.of());

    reasons.forEach((id, reason) -> {
      assertThat(task(id).get("status").asString()).isEqualTo("Failure");
      assertThat(task(id).get("failure_reason").asString()).isEqualTo(reason);
    });
  }

  /** An expression at submission, and after a completion in one of several ways. */
  private Map<String, String> attack(String expression, int way) {
    Map<String, ?> later =
        switch (way) {
          case 0 -> task("let", "before == null ? dyn(0) : dyn(%s)".formatted(expression));
          case 1 -> task("when", "before == null || dyn([%s]) == dyn(0)".formatted(expression));
          case 2 -> task("spread", "before == null ? dyn([]) : dyn([%s])".formatted(expression));
          default ->
              Map.of(
                  "id", "input",
                  "name", "n",
                  "kind", "input",
                  "input",
                      Map.of("x", "${before == null ? dyn(0) : dyn(%s)}".formatted(expression)));
        };
    String atOnce = submit(List.of(task("let", expression))).getFirst();
    String after =
        submit(List.of(Map.of("id", "before", "name", "n", "kind", "before"), later)).get(1);
    complete(claim("before"), "1");
    if (way == 3) {
      claimAll("input");
    }
    return Map.of(atOnce, expression, after, expression);
  }

  private static Map<String, Object> task(String part, String expression) {
    return Map.of("id", part, "name", "n", "kind", "x", part, expression);
  }

  /** How long it takes to submit ordinary tasks, complete them and evaluate their children. */
  private Duration ordinary() {
    long begun = System.nanoTime();
    for (int i = 0; i < ORDINARY; i++) {
      List<String> ids =
          submit(
              List.of(
                  Map.of(
                      "id", "a", "name", "n", "kind", "ordinary", "input", Map.of("n", "${1 + 1}")),
                  task("let", "a.map(x, x * 2)")));
      complete(claim("ordinary"), "[1, 2, 3]");
      assertThat(task(ids.get(1)).get("result").toString()).isEqualTo("[2,4,6]");
    }
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  private List<String> submit(List<Map<String, ?>> tasks) {
    var reply = client.post("/task", JSON.writeValueAsString(tasks));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    List<String> ids = new ArrayList<>();
    reply.body().forEach(task -> ids.add(task.get("id").asString()));
    return ids;
  }

  private JsonNode task(String id) {
    return client.get("/task/" + id).body();
  }

  private JsonNode claim(String kind) {
    return claimAll(kind).get(0);
  }

  private JsonNode claimAll(String kind) {
    return client
        .post(
            "/work/claim", "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"wait_secs\":10}".formatted(kind))
        .body();
  }

  private void complete(JsonNode claimed, String result) {
    client.post(
        "/work/complete",
        "[{\"task_id\":\"%s\",\"delivery_token\":\"%s\",\"status\":\"Success\",\"result\":%s}]"
            .formatted(
                claimed.get("task_id").asString(),
                claimed.get("delivery_token").asString(),
                result));
  }
}
