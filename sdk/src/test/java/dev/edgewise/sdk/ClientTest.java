package dev.edgewise.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.api.BatchState;
import dev.edgewise.api.BatchView;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.LedgerEntry;
import dev.edgewise.api.Task;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.ServerProcess;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client against a real server. */
@Timeout(120)
class ClientTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  private final URI server = ServerProcess.shared().uri();
  private final EdgewiseClient client = EdgewiseClient.of(server);

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void aBatchIsSubmittedOncePerKey() throws Exception {
    String json = "[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"client-key\"}]";
    String key = UUID.randomUUID().toString();
    Submitted first = client.submit(json, key);
    Submitted again = client.submit(json, key);

    assertThat(again).isEqualTo(first);
    assertThatThrownBy(() -> client.submit("[]", key))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> assertThat(e.is(ErrorCode.IDEMPOTENCY_KEY_REUSED)).isTrue());
  }

  @Test
  void aSubmissionThatCreatesNothingHasNoBatchAndNoTasks() throws Exception {
    Submitted nothing = client.submit("[]", UUID.randomUUID().toString());

    assertThat(nothing.batch()).isEmpty();
    assertThat(nothing.tasks()).isEmpty();
  }

  @Test
  void theFieldsOfADraftReachTheServer() throws Exception {
    Submitted submitted =
        client.submit(
            BatchDraft.named("drafted")
                .inputs(Map.of("n", 2))
                .metadata(Map.of("team", "a"))
                .task(
                    "a",
                    "client-draft",
                    task ->
                        task.name("First")
                            .retry(3)
                            .timeout(Duration.ofMinutes(5))
                            .metadata(Map.of("k", 1))
                            .priority(7)
                            .expectedCount(9)
                            .deadEndBarrier()
                            .startAfter(Duration.ofHours(1))
                            .onFailure("http://127.0.0.1:9/f", Map.of("x", 1)))
                .task("b", "client-draft", task -> task.after("a").input(Map.of("r", "${a.x}")))
                .task("c", "client-draft", task -> task.afterEnd("a").when("inputs.n == 2"))
                .task("d", "client-draft", task -> task.afterFailure("a", "b")));
    Task first = client.task(submitted.tasks().getFirst().id());

    assertThat(first.name()).isEqualTo("First");
    assertThat(first.retry()).extracting("maxRetries").isEqualTo(3);
    assertThat(first.timeout()).isEqualTo(300);
    assertThat(first.metadata()).hasToString("{\"k\":1}");
    assertThat(first.priority()).isEqualTo(7);
    assertThat(first.expectedCount()).isEqualTo(9);
    assertThat(first.deadEndBarrier()).isTrue();
    assertThat(first.actions()).singleElement().extracting("trigger").hasToString("FAILURE");
    assertThat(submitted.tasks().get(3).dependencies()).hasSize(2);
    assertThat(client.batch(submitted.batchId()).name()).isEqualTo("drafted");
    assertThat(client.explanation(first.id()).startsAt()).isNotNull();
    assertThat(client.stop(submitted.batchId()).canceledPending()).isEqualTo(1);
  }

  @Test
  void tasksArePausedResumedCanceledAndRerun() throws Exception {
    Submitted submitted = client.submit(BatchDraft.unnamed().task("a", "client-operations"));
    UUID task = submitted.tasks().getFirst().id();

    assertThat(client.pause(task).status()).isEqualTo(TaskStatus.PAUSED);
    assertThat(client.resume(task).status()).isEqualTo(TaskStatus.PENDING);
    assertThat(client.cancel(task, true).status()).isEqualTo(TaskStatus.CANCELED);
    assertThat(client.await(submitted.batchId(), LONG).state()).isEqualTo(BatchState.CANCELED);
    client.rerunFailed(submitted.batchId());
    assertThat(client.task(task).status()).isEqualTo(TaskStatus.PENDING);
    assertThat(client.await(submitted.batchId(), Duration.ZERO).state())
        .isEqualTo(BatchState.RUNNING);
    client.cancel(task, false);
    assertThat(client.rerun(task).attempt()).isEqualTo(2);
  }

  @Test
  void refusalsCarryTheServersMessage() {
    assertThatThrownBy(() -> client.task(UUID.randomUUID()))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("Task not found");
    assertThatThrownBy(() -> client.submit("[{\"id\":\"a\"}]", "k" + UUID.randomUUID()))
        .hasMessageContaining("tasks[0].name");
    assertThatThrownBy(() -> EdgewiseClient.of(URI.create("localhost:8085")))
        .hasMessageContaining("http://localhost:8085");
  }

  @Test
  void watchDeliversTheWholeLedgerOnceAndInOrder() throws Exception {
    UUID batch =
        client
            .submit(
                BatchDraft.unnamed()
                    .task("a", "client-watch")
                    .task("b", "client-watch", task -> task.after("a"))
                    .task("c", "none", task -> task.output("b * 2")))
            .batchId();
    List<LedgerEntry> entries = new ArrayList<>();
    CompletableFuture<BatchView> watched =
        CompletableFuture.supplyAsync(() -> watch(batch, entries));
    try (Worker worker =
        Worker.builder(server)
            .poll(Duration.ofSeconds(1))
            .handle("client-watch", context -> 21)
            .start()) {
      BatchView view = watched.join();

      assertThat(view.state()).isEqualTo(BatchState.SUCCEEDED);
      assertThat(view.result()).hasToString("42");
    }
    assertThat(entries).isEqualTo(client.ledger(batch, 0)).isNotEmpty();
    // A batch that has ended is watched in the same way.
    List<LedgerEntry> again = new ArrayList<>();
    watch(batch, again);
    assertThat(again).isEqualTo(entries);
  }

  private BatchView watch(UUID batch, List<LedgerEntry> into) {
    try {
      return client.watch(batch, into::add);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anUnreachableServerFailsTheCallWhenPatienceEnds() throws Exception {
    try (var hasty = EdgewiseClient.of(URI.create("http://127.0.0.1:1"), Duration.ZERO)) {
      assertThatThrownBy(() -> hasty.batch(UUID.randomUUID()))
          .isInstanceOf(UnreachableException.class);
    }
  }

  @Test
  void anAnswerThatIsNotTheServersCountsAsUnreachable() throws Exception {
    try (var other = Receiver.start().answering(_ -> Receiver.Answer.of(200, "<html>"));
        var hasty = EdgewiseClient.of(URI.create("http://" + other.host()), Duration.ZERO)) {
      assertThatThrownBy(() -> hasty.batch(UUID.randomUUID()))
          .isInstanceOf(UnreachableException.class);
    }
  }

  @Test
  void theClientCompletesATaskThatAWorkerHolds() throws Exception {
    Submitted submitted = client.submit(BatchDraft.unnamed().task("a", "client-complete"));
    UUID task = submitted.tasks().getFirst().id();
    try (Worker worker =
        Worker.builder(server)
            .poll(Duration.ofSeconds(1))
            .lease(Duration.ofSeconds(1))
            .handle(
                "client-complete",
                context -> {
                  client.succeed(context.task().taskId(), Map.of("by", "client"));
                  context.awaitCancel(LONG);
                  return "too late";
                })
            .start()) {
      assertThat(client.await(submitted.batchId(), LONG).state()).isEqualTo(BatchState.SUCCEEDED);
    }
    assertThat(client.task(task).result()).hasToString("{\"by\":\"client\"}");
    assertThatThrownBy(() -> client.fail(task, "no", false))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> assertThat(e.problem().currentStatus()).isEqualTo(TaskStatus.SUCCESS));
  }
}
