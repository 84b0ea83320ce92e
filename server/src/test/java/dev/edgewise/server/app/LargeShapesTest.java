package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.store.export.Export;
import dev.edgewise.server.store.fsck.Fsck;
import dev.edgewise.server.store.retention.Retention;
import dev.edgewise.server.testing.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Every read of a batch, and every operation on it as a whole, with the widest and the deepest
 * batches. {@code -Dshape=50000} sets their size and prints the time of each step.
 */
class LargeShapesTest {
  private static final int SIZE = Integer.getInteger("shape", 1_500);
  private static final boolean REPORTED = Integer.getInteger("shape") != null;
  private static final int LEDGER_PAGE = 10_000;

  @TempDir private Path folder;

  /** What a batch looks like; its hub is the task with the most edges, or the last. */
  enum ShapeOfBatch {
    FAN_OUT,
    FAN_IN,
    CHAIN;

    String body() {
      return tasks().collect(Collectors.joining(",", "[", "]"));
    }

    private Stream<String> tasks() {
      return switch (this) {
        case FAN_OUT ->
            Stream.concat(
                Stream.of(task("hub", "first", "")), leaves(i -> dependency("hub", "on_success")));
        case FAN_IN ->
            Stream.concat(
                leaves(i -> ""),
                Stream.of(
                    task(
                        "hub",
                        "last",
                        IntStream.range(0, SIZE)
                            .mapToObj(i -> dependency("t" + i, "always"))
                            .collect(Collectors.joining(",")))));
        case CHAIN ->
            Stream.concat(
                Stream.of(task("hub", "first", "")),
                leaves(i -> dependency(i == 0 ? "hub" : "t" + (i - 1), "on_success")));
      };
    }

    private static Stream<String> leaves(java.util.function.IntFunction<String> dependencies) {
      return IntStream.range(0, SIZE).mapToObj(i -> task("t" + i, "leaf", dependencies.apply(i)));
    }

    private static String task(String id, String kind, String dependencies) {
      return "{\"id\":\"%s\",\"name\":\"%s\",\"kind\":\"%s\",\"dependencies\":[%s]}"
          .formatted(id, id, kind, dependencies);
    }

    private static String dependency(String id, String condition) {
      return "{\"id\":\"%s\",\"condition\":\"%s\"}".formatted(id, condition);
    }
  }

  /** Runs a step, and prints its time if asked for. */
  private <T> T timed(String what, Supplier<T> work) {
    long begun = System.nanoTime();
    T result = work.get();
    if (REPORTED) {
      System.out.printf("%-24s %6.2f s%n", what, (System.nanoTime() - begun) / 1e9);
    }
    return result;
  }

  private JsonNode read(Client client, String what, String path) {
    Reply reply = timed(what, () -> client.get(path));
    assertThat(reply.status()).as(path).isEqualTo(200);
    return reply.body();
  }

  @ParameterizedTest
  @EnumSource
  void largeBatchesAreReadCheckedExportedStoppedRerunAndRemoved(ShapeOfBatch shape) {
    try (var database = TestDatabase.open();
        var client = Client.start(database, Map.of())) {
      Reply submitted = timed("submit", () -> client.post("/task", shape.body()));
      assertThat(submitted.status()).isEqualTo(201);
      String batch = submitted.body().get(0).get("batch_id").asString();
      String hub =
          submitted.body().get(shape == ShapeOfBatch.FAN_IN ? SIZE : 0).get("id").asString();
      looks(client, batch, hub, "open ");

      progress(client, shape, hub);
      int resolved = looks(client, batch, hub, "");
      assertThat(resolved).isEqualTo(shape == ShapeOfBatch.FAN_IN ? SIZE / 2 : SIZE);
      follow(client, batch);
      whole(database.database());

      if (shape != ShapeOfBatch.CHAIN) {
        assertThat(timed("stop", () -> client.send("DELETE", "/batch/" + batch, "")).status())
            .isEqualTo(200);
      }
      Reply rerun = timed("rerun", () -> client.post("/batch/" + batch + "/rerun", ""));
      assertThat(rerun.status()).as(rerun.raw().body()).isEqualTo(202);
      client.send("DELETE", "/batch/" + batch, "");
      whole(database.database());
      assertThat(database.text("select max(cardinality(nos))::text from event"))
          .as("entries of the longest ledger row, all of which is read for a part of it")
          .isEqualTo("1000");
      assertThat(
              timed(
                      "retention",
                      () ->
                          new Retention(database.database())
                              .step(Instant.now().plusSeconds(60), 10_000))
                  .tasks())
          .isEqualTo(SIZE + 1);
    }
  }

  /** All reads of a batch; returns how many edges are resolved. */
  private int looks(Client client, String batch, String hub, String prefix) {
    read(client, prefix + "batch", "/batch/" + batch);
    read(client, prefix + "batches", "/batches");
    read(client, prefix + "batches by status", "/batches?status=Waiting");
    read(client, prefix + "batches by name", "/batches?name=nothing");
    JsonNode edges = read(client, prefix + "edges", "/batch/" + batch + "/edges");
    assertThat(edges).hasSize(SIZE);
    read(client, prefix + "edges satisfied", "/batch/" + batch + "/edges?satisfied=true");
    JsonNode dag = read(client, prefix + "dag", "/dag/" + batch);
    assertThat(dag.get("tasks")).hasSize(SIZE + 1);
    assertThat(dag.get("links")).hasSize(SIZE);
    read(client, prefix + "layout", "/dag/" + batch + "/layout");
    read(client, prefix + "tasks", "/task?page_size=100&batch_id=" + batch);
    read(
        client, prefix + "tasks by status", "/task?status=Waiting&page_size=100&batch_id=" + batch);
    read(client, prefix + "tasks by name", "/task?name=nothing&batch_id=" + batch);
    read(
        client,
        prefix + "tasks by page",
        "/task?page_size=100&page=" + SIZE / 100 + "&batch_id=" + batch);
    read(client, prefix + "task", "/task/" + hub);
    read(client, prefix + "explain", "/task/" + hub + "/explain");
    read(client, prefix + "task events", "/task/" + hub + "/events");
    read(client, prefix + "deliveries", "/task/" + hub + "/deliveries");
    timed(prefix + "events", () -> ledger(client, batch));
    return (int) edges.valueStream().filter(edge -> edge.path("satisfied").isBoolean()).count();
  }

  private static int ledger(Client client, String batch) {
    int entries = 0;
    String cursor = "";
    do {
      Reply page = client.get("/batch/" + batch + "/events?limit=" + LEDGER_PAGE + cursor);
      entries += page.body().size();
      cursor = page.raw().headers().firstValue("X-Next-Cursor").map(c -> "&cursor=" + c).orElse("");
    } while (!cursor.isEmpty());
    assertThat(entries).isGreaterThan(SIZE);
    return entries;
  }

  private void follow(Client client, String batch) {
    timed(
        "event stream",
        () -> {
          try {
            var url =
                URI.create("http://127.0.0.1:" + client.port() + "/batch/" + batch + "/events");
            var connection = url.toURL().openConnection();
            connection.setRequestProperty("Accept", "text/event-stream");
            try (var lines =
                new BufferedReader(
                    new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
              return lines.lines().filter(line -> line.startsWith("id:")).limit(SIZE).count();
            }
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        });
  }

  private void progress(Client client, ShapeOfBatch shape, String hub) {
    switch (shape) {
      case FAN_OUT -> {
        claim(client, "first", 1);
        timed("complete hub", () -> client.patch("/task/" + hub, "{\"status\":\"Success\"}"));
      }
      case FAN_IN ->
          timed(
              "complete half",
              () -> {
                for (int left = SIZE / 2; left > 0; left -= 500) {
                  JsonNode tasks = claim(client, "leaf", Math.min(500, left));
                  client.post(
                      "/work/complete",
                      tasks
                          .valueStream()
                          .map(task ->
                              "{\"task_id\":%s,\"delivery_token\":%s,\"status\":\"Success\"}"
                                  .formatted(task.get("task_id"), task.get("delivery_token")))
                          .collect(Collectors.joining(",", "[", "]")));
                }
                return true;
              });
      case CHAIN -> {
        claim(client, "first", 1);
        timed(
            "fail hub",
            () ->
                client.patch("/task/" + hub, "{\"status\":\"Failure\",\"failure_reason\":\"no\"}"));
      }
    }
  }

  private static JsonNode claim(Client client, String kind, int max) {
    return client
        .post(
            "/work/claim",
            "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":%d,\"lease_secs\":600,\"wait_secs\":0}"
                .formatted(kind, max))
        .body();
  }

  private void whole(Database database) {
    timed("export", () -> new Export(database).to(folder));
    assertThat(timed("fsck", () -> new Fsck(database).findings())).isEmpty();
    assertThat(timed("fsck --replay", () -> new Fsck(database).findings(true))).isEmpty();
  }
}
