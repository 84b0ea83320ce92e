package dev.edgewise.server.http.read;

import static dev.edgewise.server.testing.TestTask.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class LedgerReadsTest {
  private ReadServer server;

  @BeforeEach
  void open() {
    server = new ReadServer();
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aTaskHasItsOwnPartOfTheLedger() throws Exception {
    UUID batch = server.store.submit(null, task("a").retry(1), task("b").after("a"));
    TaskKey a = server.store.claim("test");
    server.store.fail(a, "boom");

    assertThat(
            server
                .get("/task/" + a.publicId() + "/events")
                .valueStream()
                .map(LedgerReadsTest::outline))
        .containsExactly("pending 1 0 null", "running 1 0 null", "retry_pending 1 0 boom");
    UUID unknown = new TaskKey(batch, 9).publicId();
    assertThat(server.http.get("/task/" + unknown + "/events").statusCode()).isEqualTo(404);
  }

  @Test
  void theTailSkipsExistingEntries() throws Exception {
    UUID batch = server.store.submit(null, task("a"));

    assertThat(server.get(path(batch) + "?tail=true").size()).isZero();
    assertThat(server.get(path(batch) + "?tail=false").size()).isPositive();
  }

  @Test
  void theLedgerListsEveryTransitionInOrder() throws Exception {
    UUID batch = server.store.submit(null, task("a").retry(1), task("b").after("a"));
    TaskKey a = server.store.claim("test");
    server.store.fail(a, "boom");
    server.store.committer.apply(new Command.Cancel(a, false));
    JsonNode entries = server.get(path(batch));
    assertThat(entries.valueStream().map(LedgerReadsTest::outline))
        .containsExactly(
            "submitted batch null null",
            "pending 1 0 null",
            "waiting 2 0 null",
            "running 1 0 null",
            "retry_pending 1 0 boom",
            "canceled 1 1 null",
            "pending 2 0 null");
    assertThat(entries.get(0).propertyNames())
        .containsExactly("id", "type", "task_id", "attempt", "at", "detail", "source_id", "actor");
    assertThat(ids(entries)).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void aPageMayEndInTheMiddleOfARow() throws Exception {
    UUID batch =
        server.store.submit(
            null,
            IntStream.range(0, 7).mapToObj(i -> task("t" + i).kind("k")).toArray(TestTask[]::new));
    server.store.stop.stop(TestStore.CALLER, batch);
    List<Long> all = ids(server.get(path(batch)));
    assertThat(all).hasSize(15);
    List<Long> seen = new ArrayList<>();
    String next = path(batch) + "?limit=4";
    while (next != null) {
      HttpResponse<String> answer = server.http.get(next);
      JsonNode page = ReadServer.json(answer.body());
      page.valueStream()
          .filter(entry -> entry.at("/type").stringValue().equals("canceled"))
          .forEach(
              entry -> assertThat(entry.at("/detail").stringValue()).isEqualTo("Batch stopped"));
      seen.addAll(ids(page));
      next =
          answer
              .headers()
              .firstValue("Link")
              .map(link -> link.replaceFirst("<(.*)>; rel=\"next\"", "$1"))
              .orElse(null);
    }
    assertThat(seen).isEqualTo(all);
    for (int i = 0; i < all.size(); i++) {
      JsonNode rest = server.get(path(batch) + "?after=" + all.get(i));
      assertThat(ids(rest)).isEqualTo(all.subList(i + 1, all.size()));
    }
    for (String bad : List.of("after=x", "after=-1", "after=9223372036854775807", "limit=x")) {
      assertThat(server.http.get(path(batch) + "?" + bad).statusCode()).as(bad).isEqualTo(400);
    }
    assertThat(server.get(path(batch) + "?after=9223372036854775806").isEmpty()).isTrue();
  }

  @Test
  void aStreamIsLiveAndContinuesAfterTheLastEventId() throws Exception {
    UUID batch = server.store.submit(null, task("a"));
    var first = follow(batch, null);
    assertThat(next(first)).startsWith("submitted");
    String pending = next(first);
    assertThat(pending).startsWith("pending");
    TaskKey a = server.store.claim("test");
    server.store.succeed(a, null);
    assertThat(next(first)).startsWith("running");
    assertThat(next(first)).startsWith("success");

    var second = follow(batch, pending.split(" ", -1)[1]);
    assertThat(next(second)).startsWith("running");
    assertThat(next(second)).startsWith("success");
    assertThat(server.http.send(streamed(batch).header("Last-Event-ID", "x")).statusCode())
        .isEqualTo(400);
    assertThat(server.http.send(streamed(UUID.randomUUID())).statusCode()).isEqualTo(404);
  }

  @Test
  void aStreamEndsWhenItsClientGoes() throws Exception {
    UUID batch = server.store.submit(null, task("a").retry(10));
    HttpResponse<InputStream> stream =
        server
            .http
            .client()
            .send(streamed(batch).build(), HttpResponse.BodyHandlers.ofInputStream());
    assertThat(server.http.metrics.scrape()).contains("http_server_open_requests 1.0");
    stream.body().close();
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> {
          TaskKey a = new TaskKey(batch, 1);
          server.store.committer.apply(new Command.Pause(a));
          server.store.committer.apply(new Command.Resume(a));
          return server.http.metrics.scrape().contains("http_server_open_requests 0.0");
        });
  }

  @Test
  void anEntryThatCommitsLateIsNotSkipped() throws Exception {
    UUID batch = server.store.submit(null, task("a"));
    var stream = follow(batch, null);
    assertThat(next(stream)).startsWith("submitted");
    assertThat(next(stream)).startsWith("pending");
    try (Connection late = server.database.database().dedicated()) {
      late.setAutoCommit(false);
      try (var insert =
          late.prepareStatement(
              "insert into event (batch_id, seq, type, nos, attempts, at)"
                  + " values (?, nextval('event_seq'), 'late', '{1}', '{0}', now())")) {
        insert.setObject(1, batch);
        insert.execute();
      }
      server.store.claim("test");
      CompletableFuture<String> following = CompletableFuture.supplyAsync(() -> next(stream));
      assertThat(server.get(path(batch)).valueStream().map(LedgerReadsTest::outline))
          .containsExactly("submitted batch null null", "pending 1 0 null");
      assertThat(following).isNotDone();
      late.commit();
      assertThat(following.get(30, TimeUnit.SECONDS)).startsWith("late");
    }
    assertThat(next(stream)).startsWith("running");
    assertThat(server.get(path(batch)).valueStream().map(LedgerReadsTest::outline))
        .containsExactly(
            "submitted batch null null", "pending 1 0 null", "late 1 0 null", "running 1 0 null");
    server.execute("delete from event where type = 'late'");
  }

  @Test
  void aTransactionThatWritesNoLedgerHoldsNothingBack() throws Exception {
    UUID batch = server.store.submit(null, task("a"));
    try (Connection busy = server.database.database().dedicated()) {
      busy.setAutoCommit(false);
      busy.createStatement().execute("update installation set created_at = now()");
      assertThat(server.get(path(batch)).size()).isEqualTo(2);
      busy.rollback();
    }
  }

  @Test
  void aStreamMissesNothingWhileManyWrite() throws Exception {
    int count = 60;
    UUID batch =
        server.store.submit(
            null, IntStream.range(0, count).mapToObj(i -> task("t" + i)).toArray(TestTask[]::new));
    var stream = follow(batch, null);
    List<CompletableFuture<Void>> workers = new ArrayList<>();
    for (int w = 0; w < 3; w++) {
      workers.add(
          CompletableFuture.runAsync(() -> {
            for (int i = 0; i < count / 3; i++) {
              server.store.succeed(server.store.claim("test"), null);
            }
          }));
    }
    List<String> streamed = new ArrayList<>();
    for (int i = 0; i < 1 + 3 * count; i++) {
      streamed.add(next(stream).split(" ", -1)[1]);
    }
    workers.forEach(CompletableFuture::join);
    assertThat(streamed)
        .isEqualTo(
            server
                .get(path(batch))
                .valueStream()
                .map(entry -> entry.at("/id").longValue() + "")
                .toList());
  }

  private static String path(UUID batch) {
    return "/batch/" + batch + "/events";
  }

  private static List<Long> ids(JsonNode entries) {
    return entries.valueStream().map(entry -> entry.at("/id").longValue()).toList();
  }

  private static String outline(JsonNode entry) {
    String task = entry.at("/task_id").asString("batch");
    return "%s %s %s %s"
        .formatted(
            entry.at("/type").stringValue(),
            task.equals("batch") ? task : TaskKey.of(UUID.fromString(task)).no(),
            entry.at("/attempt").asString("null"),
            entry.at("/detail").asString("null"));
  }

  private HttpRequest.Builder streamed(UUID batch) {
    return HttpRequest.newBuilder(server.http.uri(path(batch)))
        .header("Accept", "text/event-stream");
  }

  private Iterator<String> follow(UUID batch, @Nullable String lastEventId) throws Exception {
    HttpRequest.Builder request = streamed(batch);
    if (lastEventId != null) {
      request.header("Last-Event-ID", lastEventId);
    }
    HttpResponse<Stream<String>> answer =
        server.http.client().send(request.build(), HttpResponse.BodyHandlers.ofLines());
    assertThat(answer.headers().firstValue("content-type")).hasValue("text/event-stream");
    return answer.body().iterator();
  }

  /** The type and the id of the next event. */
  private static String next(Iterator<String> lines) {
    String id = "";
    while (true) {
      String line = lines.next();
      if (line.startsWith("id: ")) {
        id = line.substring(4);
      } else if (line.startsWith("event: ")) {
        String type = line.substring(7);
        JsonNode data = ReadServer.json(lines.next().substring("data: ".length()));
        assertThat(data.at("/id").longValue()).isEqualTo(Long.parseLong(id));
        assertThat(data.at("/type").stringValue()).isEqualTo(type);
        return type + " " + id;
      }
    }
  }
}
