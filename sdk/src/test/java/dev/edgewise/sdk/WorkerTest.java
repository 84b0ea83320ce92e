package dev.edgewise.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.BatchState;
import dev.edgewise.api.BatchView;
import dev.edgewise.api.Retry;
import dev.edgewise.api.Task;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.server.testing.ServerProcess;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The worker against a real server. */
@Timeout(120)
class WorkerTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Retry SOON = new Retry(3, 1, null, null, null, null);

  private final URI server = ServerProcess.shared().uri();
  private final EdgewiseClient client = EdgewiseClient.of(server);

  record Item(int n, String text) {}

  @AfterEach
  void close() {
    client.close();
  }

  private WorkerBuilder worker(String kind, Handler handler) {
    return Worker.builder(server).poll(SECOND).handle(kind, handler);
  }

  private Task ended(Submitted submitted, int index) throws InterruptedException {
    client.await(submitted.batchId(), LONG);
    return client.task(submitted.tasks().get(index).id());
  }

  @Test
  void aWorkerRunsNoMoreThanItsConcurrencyAndReportsInGroups() throws Exception {
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    try (var proxy = new LossyProxy(server, "/work/complete", 0);
        Worker worker =
            Worker.builder(proxy.uri())
                .poll(SECOND)
                .concurrency(32)
                .handle(
                    "many",
                    context -> {
                      most.accumulateAndGet(running.incrementAndGet(), Math::max);
                      Item item = context.input(Item.class);
                      running.decrementAndGet();
                      return Map.of("square", item.n() * item.n(), "text", item.text());
                    })
                .start()) {
      BatchView view =
          client.await(
              client
                  .submit(
                      BatchDraft.unnamed()
                          .task(
                              "m",
                              "many",
                              task ->
                                  task.spread("lists.range(1000)")
                                      .input(Map.of("n", "${item}", "text", "no. ${index}")))
                          .task(
                              "sum",
                              "none",
                              task -> task.output("[size(m), m[7].square, m[999].text]")))
                  .batchId(),
              LONG);

      assertThat(view.result()).hasToString("[1000,49,\"no. 999\"]");
      assertThat(most.get()).isBetween(2, 32);
      assertThat(proxy.seen()).hasSizeLessThan(800);
    }
  }

  @Test
  void heartbeatsExtendTheLeaseOfATaskThatRunsLonger() throws Exception {
    try (Worker worker =
        worker("beats", context -> context.awaitCancel(SECOND.multipliedBy(3)))
            .lease(SECOND)
            .start()) {
      Task task = ended(client.submit(BatchDraft.unnamed().task("a", "beats")), 0);

      assertThat(task.status()).isEqualTo(TaskStatus.SUCCESS);
      assertThat(task.attempt()).isZero();
      assertThat(task.result()).hasToString("false");
    }
  }

  @Test
  void theHandlerOfACanceledTaskShouldCancel() throws Exception {
    var started = new CompletableFuture<UUID>();
    var told = new CompletableFuture<Boolean>();
    try (Worker worker =
        worker(
                "canceled",
                context -> {
                  started.complete(context.task().taskId());
                  told.complete(context.awaitCancel(LONG) && context.shouldCancel());
                  return null;
                })
            .lease(SECOND)
            .start()) {
      Submitted submitted = client.submit(BatchDraft.unnamed().task("a", "canceled"));
      client.cancel(started.join(), false);

      assertThat(told.join()).isTrue();
      assertThat(ended(submitted, 0).status()).isEqualTo(TaskStatus.CANCELED);
    }
  }

  @Test
  void onlyRetryableFailuresAreRetried() throws Exception {
    try (Worker worker =
        worker(
                "flaky",
                context -> {
                  return switch (context.attempt()) {
                    case 0 -> throw TaskFailure.retryable("not yet");
                    case 1 -> throw new IllegalStateException("nor now");
                    default -> context.metadata().get("k");
                  };
                })
            .handle(
                "hopeless",
                _ -> {
                  throw TaskFailure.terminal("never");
                })
            .start()) {
      Submitted submitted =
          client.submit(
              BatchDraft.unnamed()
                  .task("a", "flaky", task -> task.retry(SOON).metadata(Map.of("k", "v")))
                  .task("b", "hopeless", task -> task.retry(SOON)));
      Task flaky = ended(submitted, 0);
      Task hopeless = ended(submitted, 1);

      assertThat(flaky.status()).isEqualTo(TaskStatus.SUCCESS);
      assertThat(flaky.attempt()).isEqualTo(2);
      assertThat(flaky.result()).hasToString("\"v\"");
      assertThat(hopeless.status()).isEqualTo(TaskStatus.FAILURE);
      assertThat(hopeless.attempt()).isZero();
      assertThat(hopeless.failureReason()).isEqualTo("never");
    }
  }

  @Test
  void aResultThatCannotBeStoredFailsOnlyItsOwnTaskWithoutRetry() throws Exception {
    var together = new CyclicBarrier(5);
    Map<String, Object> results =
        Map.of(
            "fine", "fine",
            "large", "x".repeat(2 << 20),
            "deep", nested(205),
            "formless", new Object(),
            "broken", Map.of("n", Double.NaN));
    try (Worker worker =
        worker(
                "results",
                context -> {
                  together.await();
                  return results.get(context.task().name());
                })
            .start()) {
      BatchDraft batch = BatchDraft.unnamed();
      List<String> names = results.keySet().stream().sorted().toList();
      names.forEach(name -> batch.task(name, "results", task -> task.retry(SOON)));
      Submitted submitted = client.submit(batch);

      for (int i = 0; i < names.size(); i++) {
        Task task = ended(submitted, i);
        boolean fine = names.get(i).equals("fine");
        assertThat(task.status())
            .as(task.name() + ": " + task.failureReason())
            .isEqualTo(fine ? TaskStatus.SUCCESS : TaskStatus.FAILURE);
        assertThat(task.attempt()).isZero();
      }
      assertThat(ended(submitted, names.indexOf("large")).failureReason())
          .startsWith("The result was refused: ");
    }
  }

  private static Object nested(int depth) {
    return IntStream.range(0, depth).<Object>mapToObj(i -> i).reduce(1, (in, _) -> List.of(in));
  }

  @Test
  void closeWaitsForRunningHandlersAndReportsTheirCompletions() throws Exception {
    var started = new CountDownLatch(1);
    var released = new CountDownLatch(1);
    Worker worker =
        worker(
                "drained",
                _ -> {
                  started.countDown();
                  released.await();
                  return "done";
                })
            .start();
    Submitted submitted = client.submit(BatchDraft.unnamed().task("a", "drained"));
    started.await();
    var closed = CompletableFuture.runAsync(worker::close);
    Submitted later = client.submit(BatchDraft.unnamed().task("b", "drained"));
    assertThat(closed).isNotDone();
    released.countDown();
    closed.join();

    assertThat(client.task(submitted.tasks().getFirst().id()).result()).hasToString("\"done\"");
    client.stop(later.batchId());
  }

  @Test
  void closeInterruptsHandlersThatDoNotEnd() throws Exception {
    var started = new CountDownLatch(1);
    Submitted submitted = client.submit(BatchDraft.unnamed().task("a", "stuck"));
    try (Worker worker =
        worker(
                "stuck",
                _ -> {
                  started.countDown();
                  new CountDownLatch(1).await();
                  return null;
                })
            .drain(Duration.ofMillis(100))
            .start()) {
      started.await();
    }
    Task task = ended(submitted, 0);
    assertThat(task.status()).isEqualTo(TaskStatus.FAILURE);
    assertThat(task.failureReason()).isEqualTo("The worker was stopped");
  }

  @Test
  void aCompletionWhoseAnswerWasLostIsSentAgainAndCountsOnce() throws Exception {
    try (var proxy = new LossyProxy(server, "/work/complete", 2);
        Worker worker =
            Worker.builder(proxy.uri()).poll(SECOND).handle("lost", _ -> "once").start()) {
      Submitted submitted = client.submit(BatchDraft.unnamed().task("a", "lost"));
      Task task = ended(submitted, 0);

      assertThat(task.status()).isEqualTo(TaskStatus.SUCCESS);
      assertThat(client.batch(submitted.batchId()).state()).isEqualTo(BatchState.SUCCEEDED);
      Awaitility.await().until(() -> proxy.seen().size() == 3);
      assertThat(proxy.seen().stream().distinct()).hasSize(1);
    }
  }
}
