package dev.edgewise.server.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Outage;
import dev.edgewise.server.postgres.ReplicatedPostgres;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.store.claim.ParkedTasks;
import dev.edgewise.server.store.time.DueWork;
import dev.edgewise.server.testing.FsckAssertion;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rule's limit during a failover. */
@Timeout(180)
class FailoverLimitTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int LIMIT = 3;
  private static final int TASKS = 300;
  private static final int LEASE_SECS = 8;
  private static final String RULES =
      "[{\"type\":\"Concurrency\",\"max_concurrency\":"
          + LIMIT
          + ",\"matcher\":{\"kind\":\"test\",\"status\":\"Running\",\"fields\":[]}}]";

  @TempDir Path folder;

  /**
   * A worker whose completion was committed but not answered still believes that it holds its task,
   * although the next one may run: so the test counts in the ledger. One worker claims a task and
   * never reports it, like a worker whose claim was committed but not answered; the timekeeper ends
   * such tasks.
   */
  @Test
  void theLedgerNeverShowsMoreThanTheLimitThroughAFailoverToASynchronousStandby() throws Exception {
    try (var postgres = ReplicatedPostgres.start(folder);
        var database = Database.open(postgres.settings());
        var otherDatabase = Database.open(postgres.settings());
        var store = new TestStore(database);
        var other = new TestStore(otherDatabase);
        var _ =
            new Timekeeper(
                    new DueWork(database, () -> Duration.ZERO),
                    new ParkedTasks(database),
                    store.committer,
                    Duration.ofMillis(200))
                .start();
        var workers = Executors.newVirtualThreadPerTaskExecutor()) {
      postgres.replicateSynchronously();
      UUID batchId =
          store.submit(
              "limited",
              IntStream.range(0, TASKS)
                  .mapToObj(i -> TestTask.task("" + i).rules(RULES))
                  .toArray(TestTask[]::new));
      assertThat(store.claims.claim(request("gone"))).hasSize(1);
      AtomicBoolean over = new AtomicBoolean();
      List<CompletableFuture<Void>> running = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        TestStore own = i % 2 == 0 ? store : other;
        ClaimRequest request = request("w" + i);
        running.add(CompletableFuture.runAsync(() -> work(own, request, over), workers));
      }
      try {
        await().atMost(PATIENCE).until(() -> ended(database, batchId) > TASKS / 4);
        postgres.failOver();
        await().atMost(PATIENCE).ignoreExceptions().until(() -> ended(database, batchId) == TASKS);
      } finally {
        over.set(true);
      }
      running.forEach(CompletableFuture::join);

      assertThat(mostAtOnce(otherDatabase, batchId)).isEqualTo(LIMIT);
      FsckAssertion.assertClean(otherDatabase);
    }
  }

  private static ClaimRequest request(String worker) {
    return new ClaimRequest(
        worker, true, Map.of(Lane.work(Workspace.DEFAULT, "test"), 1), 1, LEASE_SECS);
  }

  private static void work(TestStore store, ClaimRequest request, AtomicBoolean over) {
    while (!over.get()) {
      List<Claimed> claimed = outlasting(() -> store.claims.claim(request));
      if (claimed != null) {
        claimed.forEach(each -> report(store, each, over));
      }
    }
  }

  /** Repeats a report after an outage, because its outcome is unknown. */
  private static void report(TestStore store, Claimed claimed, AtomicBoolean over) {
    var command = new Command.Succeed(claimed.task(), claimed.token(), null);
    while (outlasting(() -> store.committer.apply(command)) == null && !over.get()) {
      Thread.onSpinWait();
    }
  }

  /** Returns null if the database could not be reached. */
  private static <T> @Nullable T outlasting(Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      if (Outage.caused(e)) {
        return null;
      }
      throw e;
    }
  }

  private static int ended(Database database, UUID batchId) {
    return number(
        database,
        "select success + failure + canceled + skipped from batch where batch_id = :batch",
        batchId);
  }

  /** The largest number of tasks that ran at once, according to the ledger. */
  private static int mostAtOnce(Database database, UUID batchId) {
    return number(
        database,
        """
        select max(running) from (
          select sum(case when type = 'running' then cardinality(nos) else -cardinality(nos) end)
            over (order by seq) as running
          from event where batch_id = :batch and type in ('running', 'success', 'failure')) as steps
        """,
        batchId);
  }

  private static int number(Database database, String sql, UUID batchId) {
    return database
        .reader()
        .withHandle(
            handle -> handle.createQuery(sql).bind("batch", batchId).mapTo(Integer.class).one());
  }
}
