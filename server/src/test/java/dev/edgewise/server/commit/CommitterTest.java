package dev.edgewise.server.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestFlow;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Groups of commands whose rows change or are locked between reading and writing. */
class CommitterTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database());

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  @Test
  void aRowThatChangedAfterItWasReadMakesTheGroupStartOver() {
    store.submit(null, TestTask.task("a"), TestTask.task("b").after("a"));
    TaskKey task = store.claim("test");
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    database
        .database()
        .engine()
        .useTransaction(handle -> {
          handle.execute("update task_state set claims = claims + 1 where no = 1");
          // The committer reads the old row, and waits for this transaction when it writes.
          answers.add(store.committer.submit(new Command.Succeed(task, null, null)));
          await().until(() -> database.blocked() == 1);
        });

    assertThat(answers.getFirst().join()).isInstanceOf(Answer.Applied.class);
    assertThat(database.text("select string_agg(status::text, ' ' order by no) from task_state"))
        .isEqualTo("success pending");
    assertThat(database.text("select count(*)::text from event where type = 'success'"))
        .isEqualTo("1");
  }

  @Test
  void aFailedStatementIsNotCommittedByTheCommitInItsExchange() {
    store.submit(null, TestTask.task("a"), TestTask.task("b").after("a"));
    TaskKey task = store.claim("test");
    execute("insert into fact select batch_id, 1, 2, true, 'SUCCESS', 0, 0, now() from batch");

    assertThat(store.committer.submit(new Command.Succeed(task, null, null)))
        .failsWithin(PATIENCE)
        .withThrowableThat()
        .withMessageContaining("fact_pkey");
    assertThat(database.text("select status::text from task_state where no = 1"))
        .isEqualTo("running");
    assertThat(database.text("select count(*)::text from event where type = 'success'"))
        .isEqualTo("0");

    execute("delete from fact");
    assertThat(store.succeed(task, null)).isInstanceOf(Answer.Applied.class);
  }

  @Test
  void aRerunInTheSameGroupReachesWhatTheGroupHasEnded() {
    store.submit(
        null,
        TestTask.task("a"),
        TestTask.task("b").on(Condition.ON_SUCCESS, "a"),
        TestTask.task("c"));
    TaskKey a = store.claim("test");
    Command fail = new Command.Fail(a, null, FailureType.EXPLICIT, "no", false);
    store.committer.applyAll(List.of(fail, new Command.RerunFailed(new TaskKey(a.batchId(), 0))));

    assertThat(database.text("select string_agg(status::text, ' ' order by no) from task_state"))
        .isEqualTo("pending waiting pending");
  }

  @Test
  void aCommandToAnItemThatTheGroupHasThrownAwayChangesNothing() {
    var flow = TestFlow.spread("2");
    store.submit(null, TestTask.task("s").kind("item").flow(flow), TestTask.task("end"));
    TaskKey item = store.claim("item");
    TaskKey spread = new TaskKey(item.batchId(), 1);
    store.committer.apply(new Command.Cancel(spread, false));
    List<Answer> answers =
        store.committer.applyAll(
            List.of(new Command.Rerun(spread), new Command.Cancel(item, false)));

    assertThat(answers.getLast()).isInstanceOf(Answer.Unknown.class);
    assertThat(database.text("select satisfied::text from task_state where no = 1")).isEqualTo("0");
  }

  @Test
  void aBatchThatWaitsForItsLockDoesNotDelayOthers() {
    UUID blocked = store.submit(null, TestTask.task("a"));
    List<UUID> others =
        IntStream.range(0, 6).mapToObj(_ -> store.submit(null, TestTask.task("a"))).toList();
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    database
        .database()
        .engine()
        .useTransaction(handle -> {
          handle.execute("select from batch where batch_id = ? for update", blocked);
          answers.add(store.committer.submit(new Command.Pause(new TaskKey(blocked, 1))));
          await().until(() -> database.blocked() == 1);
          for (UUID other : others) {
            assertThat(store.committer.submit(new Command.Pause(new TaskKey(other, 1))))
                .succeedsWithin(PATIENCE);
          }
          assertThat(answers.getFirst()).isNotDone();
        });

    assertThat(answers.getFirst()).succeedsWithin(PATIENCE);
  }

  @Test
  void answersToCallsAndCompletionsLockTasksInTheSameOrder() throws Exception {
    Actions actions = new Actions(TestTask.call("http://host.test/"), null, null, null);
    store.submit(null, TestTask.task("a").actions(actions), TestTask.task("b").actions(actions));
    TaskKey first = store.claimFor("host.test");
    TaskKey second = store.claimFor("host.test");
    assertThat(first.no()).isLessThan(second.no());

    whileTheFirstIsLocked(() -> store.started(List.of(second, first)));
    whileTheFirstIsLocked(() ->
        database
            .database()
            .engine()
            .useTransaction(handle ->
                store
                    .committer
                    .within(
                        handle,
                        List.of(
                            new Command.Succeed(second, null, null),
                            new Command.Succeed(first, null, null)),
                        Effort.BRIEF)
                    .run()));
  }

  @Test
  void aPlatformThreadCommitsItsOwnCommandAndAVirtualThreadDoesNot() throws Exception {
    UUID batch = store.submit(null, TestTask.task("a"), TestTask.task("b"));
    List<Thread> committers = new CopyOnWriteArrayList<>();
    store.committer.measure(committedBy(committers));

    store.committer.apply(new Command.Pause(new TaskKey(batch, 1)));
    Thread.ofVirtual()
        .start(() -> store.committer.apply(new Command.Pause(new TaskKey(batch, 2))))
        .join();

    assertThat(committers).hasSize(2);
    assertThat(committers.getFirst()).isSameAs(Thread.currentThread());
    assertThat(committers.getLast().getName()).startsWith("committer-");
  }

  @Test
  void commandsThatArriveDuringACommitAreCommittedByTheCommittersThread() throws Exception {
    UUID batch = store.submit(null, TestTask.task("a"), TestTask.task("b"), TestTask.task("c"));
    Queue<Thread> committers = new ConcurrentLinkedQueue<>();
    store.committer.measure(committedBy(committers));
    List<Thread> callers =
        IntStream.rangeClosed(1, 3)
            .mapToObj(no ->
                Thread.ofPlatform()
                    .unstarted(
                        () -> store.committer.apply(new Command.Pause(new TaskKey(batch, no)))))
            .toList();
    database
        .database()
        .engine()
        .useTransaction(handle -> {
          handle.execute("select from batch for update");
          callers.getFirst().start();
          await().until(() -> database.blocked() == 1);
          callers.subList(1, 3).forEach(Thread::start);
          await()
              .until(() ->
                  callers.stream().filter(it -> it.getState() == Thread.State.TIMED_WAITING).count()
                      == 2);
        });
    for (Thread caller : callers) {
      caller.join();
    }

    assertThat(committers.poll()).isSameAs(callers.getFirst());
    assertThat(committers)
        .isNotEmpty()
        .allSatisfy(thread -> assertThat(thread.getName()).startsWith("committer-"));
    assertThat(database.text("select count(*)::text from task_state where status = 'paused'"))
        .isEqualTo("3");
  }

  @Test
  void closeWaitsForACallerThatIsCommitting() throws Exception {
    UUID batch = store.submit(null, TestTask.task("a"));
    List<Answer> answers = new CopyOnWriteArrayList<>();
    Thread caller =
        Thread.ofPlatform()
            .unstarted(
                () -> answers.add(store.committer.apply(new Command.Pause(new TaskKey(batch, 1)))));
    Thread closer = Thread.ofPlatform().unstarted(store.committer::close);
    database
        .database()
        .engine()
        .useTransaction(handle -> {
          handle.execute("select from batch for update");
          caller.start();
          await().until(() -> database.blocked() == 1);
          closer.start();
          await().until(() -> closer.getState() == Thread.State.TIMED_WAITING);
        });
    closer.join();

    assertThat(database.text("select status::text from task_state")).isEqualTo("paused");
    caller.join();
    assertThat(answers).hasSize(1).first().isInstanceOf(Answer.Applied.class);
  }

  /** Runs work that must not have locked the second task while it waits for the first. */
  private void whileTheFirstIsLocked(Runnable work) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> working =
          database
              .database()
              .engine()
              .inTransaction(handle -> {
                handle.execute("select from task_state where no = 1 for update");
                Future<?> begun = threads.submit(work);
                await().until(() -> database.blocked() == 1);
                assertThat(
                        handle
                            .createQuery("select no from task_state for update skip locked")
                            .mapTo(Integer.class)
                            .list())
                    .contains(2);
                return begun;
              });
      working.get();
    }
  }

  private void execute(String sql) {
    database.database().engine().useHandle(handle -> handle.execute(sql));
  }

  private static CommitMeasurements committedBy(Collection<Thread> threads) {
    return new CommitMeasurements() {
      @Override
      public void committed(Tally tally) {
        threads.add(Thread.currentThread());
      }

      @Override
      public void assigned(int tasks) {}
    };
  }
}
