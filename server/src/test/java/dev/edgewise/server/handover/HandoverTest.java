package dev.edgewise.server.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.store.claim.Holder;
import dev.edgewise.server.store.claim.ParkedTasks;
import dev.edgewise.server.store.claim.ReadyTask;
import dev.edgewise.server.store.graph.TaskBrief;
import dev.edgewise.server.store.update.TaskUpdate;
import dev.edgewise.server.store.update.TaskUpdates;
import dev.edgewise.server.testing.ManualClock;
import dev.edgewise.server.testing.StatementCount;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A transaction that readies tasks assigns them to waiting workers. */
class HandoverTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private final TestDatabase database = TestDatabase.open();
  private final ManualClock clock = new ManualClock();
  private final TestStore store = new TestStore(database.database(), clock);
  private final WaitingWorkers workers = store.workers;
  private final TaskUpdates updates = new TaskUpdates(database.database(), () -> Duration.ZERO);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void close() {
    threads.shutdownNow();
    store.close();
    database.close();
  }

  private Future<List<Claimed>> waiting(String worker, int max) {
    long before = workers.waiting(Lane.work(Workspace.DEFAULT, "next"));
    var request =
        new ClaimRequest(worker, true, Map.of(Lane.work(Workspace.DEFAULT, "next"), max), max, 30);
    Future<List<Claimed>> poll = threads.submit(() -> workers.claim(request, LONG, () -> true));
    await().until(() -> workers.waiting(Lane.work(Workspace.DEFAULT, "next")) == before + 1);
    return poll;
  }

  private static TestTask[] fan(int children) {
    return IntStream.rangeClosed(0, children)
        .mapToObj(i ->
            i == 0
                ? TestTask.task("0").kind("root")
                : TestTask.task("" + i).kind("next").after("0"))
        .toArray(TestTask[]::new);
  }

  private String holders(UUID batchId) {
    return database
        .database()
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(
                    "select string_agg(state.status || ' ' || lease.holder, ', ' order by state.no)"
                        + " from task_state as state join lease using (batch_id, no)"
                        + " where batch_id = :batch")
                .bind("batch", batchId)
                .mapTo(String.class)
                .one());
  }

  @Test
  void aWaitingWorkerHoldsTheChildWhenTheParentsCompletionIsAnswered() throws Exception {
    UUID batchId = store.submit("chain", fan(1));
    TaskKey root = store.claim("root");
    Future<List<Claimed>> poll = waiting("w", 1);
    int statements;
    try (var count = StatementCount.of(database.database())) {
      store.committer.apply(new Command.Succeed(root, null, null));
      statements = count.statements();
    }
    assertThat(holders(batchId)).isEqualTo("running w");
    Claimed child = poll.get().getFirst();
    assertThat(child.task()).isEqualTo(new TaskKey(batchId, 2));
    store.committer.apply(new Command.Succeed(child.task(), child.token(), null));
    // Lock and read the states and what the worker needs of the child, then apply.
    assertThat(statements).isEqualTo(2);
  }

  @Test
  void anAssignedTaskNeverEntersTheQueue() throws Exception {
    UUID batchId = store.submit("chain", fan(1));
    TaskKey root = store.claim("root");
    Future<List<Claimed>> poll = waiting("w", 1);
    String before = database.text("select last_value::text from queue_position");
    store.committer.apply(new Command.Succeed(root, null, null));
    Claimed child = poll.get().getFirst();
    assertThat(database.text("select last_value::text from queue_position")).isEqualTo(before);
    String ofChild = " where no = 2 and batch_id = '" + batchId + "'";
    assertThat(
            database.text(
                "select string_agg(type, ' ' order by seq) from event where 2 = any (nos) and"
                    + (" batch_id = '" + batchId + "'")))
        .isEqualTo("waiting pending running");
    assertThat(
            database.text(
                "select format('%s %s %s', claims, started_at = last_updated, cancel_action is"
                    + " null) from task_state"
                    + ofChild))
        .isEqualTo("1 t t");
    assertThat(child.name()).isEqualTo("1");
    assertThat(
            database.text(
                "select (extract(epoch from expires_at) * 1000000)::bigint::text from lease"
                    + ofChild))
        .isEqualTo("" + ChronoUnit.MICROS.between(Instant.EPOCH, child.leaseUntil()));
    store.committer.apply(
        new Command.Fail(child.task(), child.token(), FailureType.EXPLICIT, "no", true));
    assertThat(database.text("select status::text from task_state" + ofChild)).isEqualTo("failure");
  }

  @Test
  void aTaskThatEndsAndIsRerunInOneTransactionGoesToAWaitingWorker() throws Exception {
    UUID batchId =
        store.submit("two", TestTask.task("0").kind("next"), TestTask.task("1").kind("other"));
    String lane = Lane.work(Workspace.DEFAULT, "next");
    Claimed held =
        store.claims.claim(new ClaimRequest("h", true, Map.of(lane, 1), 1, 30)).getFirst();
    Future<List<Claimed>> poll = waiting("w", 1);
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    database
        .database()
        .engine()
        .useTransaction(handle -> {
          handle.execute("select from batch for update");
          // This command waits for the batch's lock; the commands after it are the next group.
          answers.add(store.committer.submit(new Command.Pause(new TaskKey(batchId, 2))));
          await().until(() -> database.blocked() == 1);
          answers.add(store.committer.submit(new Command.Succeed(held.task(), held.token(), null)));
          answers.add(store.committer.submit(new Command.Rerun(held.task())));
        });
    answers.forEach(answer -> assertThat(answer.join()).isInstanceOf(Answer.Applied.class));
    assertThat(poll.get()).extracting(Claimed::task).containsExactly(held.task());
    assertThat(
            database.text(
                "select count(distinct at)::text from event where type in ('success', 'rerun')"))
        .as("it was one transaction")
        .isEqualTo("1");
  }

  private static WaitingWorker.News rest(WaitingWorker waiter) throws InterruptedException {
    waiter.settle();
    return waiter.rest(LONG.toNanos());
  }

  @Test
  void manyTasksAreSharedAmongTheWaitingWorkers() throws Exception {
    String lane = Lane.work(Workspace.DEFAULT, "next");
    List<WaitingWorker> waiters = new ArrayList<>();
    List<Future<WaitingWorker.News>> rests = new ArrayList<>();
    for (String worker : List.of("a", "b", "c")) {
      WaitingWorker waiter =
          new WaitingWorker(new ClaimRequest(worker, true, Map.of(lane, 2), 2, 30), clock);
      waiters.add(waiter);
      rests.add(threads.submit(() -> rest(waiter)));
      await().until(waiter::rests);
    }
    Shares shares = new Shares(this, lane, waiters.iterator(), 3);
    List<WaitingWorker> promised = Stream.generate(shares::next).limit(6).toList();
    assertThat(promised).startsWith(waiters.toArray(WaitingWorker[]::new)).doesNotContainNull();
    assertThat(promised.subList(3, 6)).containsExactlyElementsOf(waiters);
    assertThat(shares.next()).as("no worker has room for more").isNull();
    assertThat(waiters.getFirst().wake()).as("it waits for what it was promised").isFalse();
    assertThat(waiters.getFirst().promise("another group", lane)).isFalse();
    waiters.forEach(waiter -> waiter.give(List.of()));
    for (Future<WaitingWorker.News> rest : rests) {
      assertThat(rest.get().woken()).as("without tasks it queries the queue").isTrue();
    }
  }

  @Test
  void whenGroupsFollowEachOtherFastEachLeavesHalfOfTheWorkersToTheNext() {
    UUID batchId = store.submit("fan", fan(2));
    List<ReadyTask> two =
        IntStream.of(2, 3)
            .mapToObj(no ->
                new ReadyTask(
                    new TaskKey(batchId, no),
                    Lane.work(Workspace.DEFAULT, "next"),
                    new Token(0, 1)))
            .toList();
    List<Future<List<Claimed>>> polls = List.of(waiting("a", 2), waiting("b", 2));

    Assignment alone = workers.assign(two);
    assertThat(holders(alone)).containsExactlyInAnyOrder("a", "b");
    assertThat(holders(workers.assign(two))).as("both are promised to the first group").isEmpty();
    alone.takeBack();
    await().until(() -> workers.waiting(Lane.work(Workspace.DEFAULT, "next")) == 2);

    List<Assignment> crowded = List.of(workers.assign(two), workers.assign(two));
    assertThat(crowded)
        .extracting(this::holders)
        .containsExactlyInAnyOrder(List.of("a", "a"), List.of("b", "b"));
    crowded.forEach(Assignment::takeBack);
    await().until(() -> workers.waiting(Lane.work(Workspace.DEFAULT, "next")) == 2);

    clock.advance(Duration.ofSeconds(1).plusNanos(1));
    await().until(() -> workers.waiting(Lane.work(Workspace.DEFAULT, "next")) == 2);
    Assignment later = workers.assign(two);
    assertThat(holders(later)).as("a second later").containsExactlyInAnyOrder("a", "b");
    later.takeBack();
    assertThat(polls).noneMatch(Future::isDone);
  }

  /** The workers that an assignment gives its tasks to. */
  private List<String> holders(Assignment assignment) {
    return database
        .database()
        .engine()
        .withHandle(handle -> {
          var briefs = TaskBrief.readUnruled(handle, assignment.promised());
          assignment.brief(briefs, Instant.EPOCH);
          return assignment.holders().values().stream().map(Holder::name).toList();
        });
  }

  @Test
  void aWorkerThatHasTasksIsNotWokenForOthers() throws Exception {
    String lane = Lane.work(Workspace.DEFAULT, "next");
    WaitingWorker waiter =
        new WaitingWorker(new ClaimRequest("w", true, Map.of(lane, 1), 1, 30), clock);
    Future<WaitingWorker.News> rest = threads.submit(() -> rest(waiter));
    await().until(waiter::rests);
    store.submit("one", TestTask.task("a").kind("next"));
    List<Claimed> task = store.claims.claim(new ClaimRequest("w", true, Map.of(lane, 1), 1, null));
    // The waiting thread cannot proceed meanwhile.
    synchronized (waiter) {
      assertThat(waiter.promise(this, lane)).isTrue();
      waiter.give(task);
      assertThat(waiter.wake()).as("it has its tasks already").isFalse();
    }
    assertThat(rest.get().tasks()).isEqualTo(task);
  }

  @Test
  void aWorkerSeesTheNewestMetadataOfItsTask() throws Exception {
    UUID batchId = store.submit("chain", fan(1));
    Claimed root = root();
    TaskKey child = new TaskKey(batchId, 2);
    updates.apply(new TaskUpdate(child, null, null, "{\"new\": true}", null, null, null, null));
    Future<List<Claimed>> poll = waiting("w", 1);
    store.committer.apply(new Command.Succeed(root.task(), root.token(), null));
    assertThat(poll.get()).extracting(Claimed::metadata).containsExactly("{\"new\": true}");
  }

  @Test
  void aTaskThatGotARuleIsQueuedAndNotAssigned() throws Exception {
    UUID batchId = store.submit("chain", fan(1));
    Claimed root = root();
    updates.replaceRules(TestStore.CALLER, batchId, "next", TestTask.oneAtATime("next"));
    Future<List<Claimed>> poll = waiting("w", 1);
    String before = database.text("select last_value::text from queue_position");
    store.committer.apply(new Command.Succeed(root.task(), root.token(), null));
    assertThat(poll.get()).hasSize(1);
    assertThat(database.text("select last_value::text from queue_position"))
        .as("it was queued until its rule was checked")
        .isNotEqualTo(before);
  }

  /** The root of the newest batch; those of the batches before it have ended. */
  private Claimed root() {
    store.submit("clock", TestTask.task("0").kind("clock"));
    store.succeed(store.claim("clock"), null);
    var request =
        new ClaimRequest("h", true, Map.of(Lane.work(Workspace.DEFAULT, "root"), 1), 1, 30);
    return store.claims.claim(request).getFirst();
  }

  @Test
  void aTaskWaitsTwoMillisecondsForAWorkerWhoseReportWasJustAnswered() throws Exception {
    store.submit("one", TestTask.task("0").kind("root"));
    store.succeed(store.claim("root"), null);
    Future<Assignment> assignment =
        threads.submit(() -> workers.assign(List.of(ready(Lane.work(Workspace.DEFAULT, "root")))));
    clock.awaitWaiting(1);
    assertThat(clock.waits()).containsExactly(Duration.ofMillis(2));
    clock.advance(Duration.ofMillis(2));
    assertThat(assignment.get().promised()).isEmpty();
  }

  @Test
  void noTaskWaitsForAReceiverThatWasJustAnswered() {
    store.submit("one", TestTask.task("1").calls("http://host.test/"));
    store.succeed(store.claimFor("host.test"), null);
    assertThat(workers.assign(List.of(ready(Lane.hook("host.test")))).promised()).isEmpty();
    assertThat(clock.waits()).isEmpty();
  }

  private static ReadyTask ready(String lane) {
    return new ReadyTask(new TaskKey(new UUID(1, 0), 1), lane, new Token(0, 1));
  }

  @Test
  void aRuleHoldsForWaitingWorkersToo() throws Exception {
    TestTask[] fan = fan(2);
    for (int i = 1; i <= 2; i++) {
      fan[i].rules(TestTask.oneAtATime("next"));
    }
    UUID batchId = store.submit("ruled", fan);
    TaskKey root = store.claim("root");
    Future<List<Claimed>> one = waiting("a", 1);
    Future<List<Claimed>> other = waiting("b", 1);
    store.committer.apply(new Command.Succeed(root, null, null));
    await().until(() -> one.isDone() || other.isDone());
    assertThat(holders(batchId)).matches("running [ab]");
    boolean oneIsFirst = one.isDone();
    Future<List<Claimed>> first = oneIsFirst ? one : other;
    Future<List<Claimed>> second = oneIsFirst ? other : one;
    assertThat(second.isDone()).isFalse();
    store.committer.apply(
        new Command.Succeed(first.get().getFirst().task(), first.get().getFirst().token(), null));
    // If the place becomes free while the other task is being parked, only a probe finds it.
    ParkedTasks parked = new ParkedTasks(database.database());
    await()
        .until(() -> {
          workers.ready(parked.probe());
          return second.isDone();
        });
    assertThat(second.get()).hasSize(1);
  }

  @Test
  void anAssignmentThatIsTakenBackGivesNothing() throws Exception {
    store.submit("chain", fan(1));
    TaskKey root = store.claim("root");
    Future<List<Claimed>> poll = waiting("w", 1);
    Assignment assignment = workers.assign(List.of(ready(Lane.work(Workspace.DEFAULT, "next"))));
    assertThat(assignment.promised()).hasSize(1);
    assignment.takeBack();
    await().until(() -> workers.waiting(Lane.work(Workspace.DEFAULT, "next")) == 1);
    assertThat(poll.isDone()).isFalse();
    store.committer.apply(new Command.Succeed(root, null, null));
    assertThat(poll.get()).hasSize(1);
  }
}
