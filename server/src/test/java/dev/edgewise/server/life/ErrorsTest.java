package dev.edgewise.server.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.api.Scope;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.calls.TestNode;
import dev.edgewise.server.commit.CounterBuffer;
import dev.edgewise.server.commit.GroupCommit;
import dev.edgewise.server.commit.SlowLane;
import dev.edgewise.server.database.ReadAhead;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.RunningServer;
import dev.edgewise.server.http.StopSignal;
import dev.edgewise.server.http.operations.HealthCheck;
import dev.edgewise.server.http.operations.OperationRoutes;
import dev.edgewise.server.store.update.TaskUpdates;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.TestDatabase;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Errors inside the threads, calls and executors of a server. {@code CommitterErrorsTest} and
 * {@code LoopTest} have those of committers and loops.
 */
@Timeout(60)
class ErrorsTest {
  private static final int PATIENCE_SECS = 20;

  /** A part of the server that does work for others. */
  interface Part extends AutoCloseable {
    /** Has the part meet an error, and returns when the caller of the work has learned of it. */
    void meet(Error error) throws Exception;

    /** Has the part do ordinary work. */
    void work() throws Exception;

    @Override
    void close();
  }

  static Stream<Arguments> parts() {
    return Map.<String, Supplier<Part>>of(
            "slow lane", SlowLanePart::new,
            "group commit", GroupCommitPart::new,
            "read-ahead", ReadAheadPart::new,
            "webhook call", CallPart::new,
            "route", RoutePart::new,
            "health check", HealthPart::new,
            "counters", CountersPart::new)
        .entrySet()
        .stream()
        .map(part -> Arguments.of(part.getKey(), part.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("parts")
  void anErrorIsAnsweredAndThePartGoesOn(String name, Supplier<Part> part) throws Exception {
    try (Part tested = part.get()) {
      for (Error error :
          List.of(new StackOverflowError("of a test"), new NoClassDefFoundError("of a test"))) {
        tested.meet(error);
        tested.work();
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("parts")
  void outOfMemoryReachesTheHandlerThatEndsTheProcess(String name, Supplier<Part> part)
      throws Exception {
    Queue<Throwable> ends = new ConcurrentLinkedQueue<>();
    var before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, failure) -> ends.add(failure));
    try (Part tested = part.get()) {
      var error = new OutOfMemoryError("of a test");
      tested.meet(error);
      calmly().until(() -> ends.contains(error));
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  /** Waits without failing on uncaught errors of other threads. */
  private static ConditionFactory calmly() {
    return await().dontCatchUncaughtExceptions().atMost(Duration.ofSeconds(PATIENCE_SECS));
  }

  private static final class SlowLanePart implements Part {
    private final SlowLane lane = new SlowLane("tested");

    @Override
    public void meet(Error error) {
      var done =
          lane.submit(() -> {
            throw error;
          });
      assertThatThrownBy(() -> done.get(PATIENCE_SECS, TimeUnit.SECONDS)).hasCause(error);
    }

    @Override
    public void work() throws Exception {
      assertThat(lane.submit(() -> 1).get(PATIENCE_SECS, TimeUnit.SECONDS)).isEqualTo(1);
      assertThat(lane.pulse().beats(System.nanoTime())).isTrue();
    }

    @Override
    public void close() {
      lane.close();
    }
  }

  private static final class GroupCommitPart
      implements Part, GroupCommit.Work<GroupCommitPart.Item> {
    private final GroupCommit<Item> groups =
        new GroupCommit<>(
            "tested", new GroupCommit.Sizes(10, 10, Duration.ZERO), WaitClock.SYSTEM, this);

    record Item(@Nullable Error error, CompletableFuture<Boolean> done) {}

    GroupCommitPart() {
      groups.start(Thread.ofVirtual());
    }

    @Override
    public void commit(List<Item> group) {
      for (Item item : group) {
        if (item.error() != null) {
          throw item.error();
        }
      }
      group.forEach(item -> item.done().complete(true));
    }

    @Override
    public void failed(List<Item> items, Throwable cause) {
      items.forEach(item -> item.done().complete(false));
    }

    @Override
    public void meet(Error error) throws Exception {
      assertThat(added(error)).isFalse();
    }

    @Override
    public void work() throws Exception {
      assertThat(added(null)).isTrue();
    }

    private boolean added(@Nullable Error error) throws Exception {
      Item item = new Item(error, new CompletableFuture<>());
      groups.add(item);
      return item.done().get(PATIENCE_SECS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
      groups.close();
    }
  }

  private static final class ReadAheadPart implements Part {
    @Override
    public void meet(Error error) {
      Iterable<Integer> parts =
          ReadAhead.of(
              2,
              _ -> {
                throw error;
              });
      assertThatThrownBy(() -> parts.iterator().next()).hasRootCause(error);
    }

    @Override
    public void work() {
      assertThat(ReadAhead.of(3, number -> number)).containsExactly(0, 1, 2);
    }

    @Override
    public void close() {}
  }

  private static final class CallPart implements Part {
    private final TestDatabase database = TestDatabase.open();
    private final Receiver receiver = Receiver.start();
    private final AtomicReference<@Nullable Error> next = new AtomicReference<>();
    private final TestNode node =
        new TestNode(
            database.settings(),
            TestNode.Options.DEFAULT,
            () -> {
              Error error = next.get();
              if (error != null) {
                throw error;
              }
              return URI.create("http://edgewise.test");
            });

    @Override
    public void meet(Error error) {
      next.set(error);
      TaskKey task = node.submit(TestNode.task(receiver.action("/")));
      calmly().until(() -> node.status(task).equals("failure"));
      assertThat(node.column(task, "failure_reason")).contains("internal error");
    }

    @Override
    public void work() {
      next.set(null);
      TaskKey task = node.submit(TestNode.task(receiver.action("/")));
      calmly().until(() -> node.status(task).equals("running"));
      assertThat(node.webhooks.pulses()).allMatch(pulse -> pulse.beats(System.nanoTime()));
      assertThat(node.hosts.open()).isZero();
    }

    @Override
    public void close() {
      node.close();
      receiver.close();
      database.close();
    }
  }

  private static final class RoutePart implements Part {
    private final AtomicReference<Error> next = new AtomicReference<>();
    private final RunningServer server =
        new RunningServer(
            Map.of(),
            Route.get("/bad", "Fails")
                .scope(Scope.READ)
                .answers(200, String.class)
                .by(_ -> {
                  throw next.get();
                }),
            Route.get("/good", "Works")
                .scope(Scope.READ)
                .answers(200, String.class)
                .by(_ -> Answer.ok(List.of("good"))));

    @Override
    public void meet(Error error) throws Exception {
      next.set(error);
      assertThat(server.get("/bad").statusCode()).isEqualTo(500);
    }

    @Override
    public void work() throws Exception {
      assertThat(server.get("/good").statusCode()).isEqualTo(200);
    }

    @Override
    public void close() {
      server.close();
    }
  }

  private static final class HealthPart implements Part {
    private final AtomicReference<@Nullable Error> next = new AtomicReference<>();
    private final HealthCheck check =
        new HealthCheck(
            "tested",
            () -> {
              Error error = next.get();
              if (error != null) {
                throw error;
              }
              return true;
            });
    private final RunningServer server;

    HealthPart() {
      var signal = new StopSignal();
      var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      server =
          new RunningServer(
              Map.of(),
              signal,
              new OperationRoutes(
                      List.of(check),
                      new OperationRoutes.Scraping(registry, () -> {}, _ -> Optional.empty()),
                      signal)
                  .routes()
                  .toArray(Route[]::new));
    }

    @Override
    public void meet(Error error) throws Exception {
      next.set(error);
      assertThat(server.get("/ready").statusCode()).isEqualTo(503);
    }

    @Override
    public void work() throws Exception {
      next.set(null);
      assertThat(server.get("/ready").statusCode()).isEqualTo(200);
    }

    @Override
    public void close() {
      server.close();
    }
  }

  /** The thread that writes counters; nobody waits for an answer. */
  private static final class CountersPart implements Part {
    private final TestDatabase database = TestDatabase.open();
    private final AtomicReference<@Nullable Error> next = new AtomicReference<>();
    private final Queue<Long> dropped = new ConcurrentLinkedQueue<>();
    private final CounterBuffer counters =
        new CounterBuffer(
            new TaskUpdates(database.database(), () -> Duration.ZERO),
            count -> {
              dropped.add(count);
              Error error = next.getAndSet(null);
              if (error != null) {
                throw error;
              }
            });

    @Override
    public void meet(Error error) {
      next.set(error);
      add();
    }

    @Override
    public void work() {
      add();
      assertThat(counters.pulse().beats(System.nanoTime())).isTrue();
    }

    private void add() {
      int before = dropped.size();
      counters.add(new TaskKey(new UUID(0x8000L, 1L << 63), 1), 1, 0);
      calmly().until(() -> dropped.size() > before);
    }

    @Override
    public void close() {
      counters.close();
      database.close();
    }
  }
}
