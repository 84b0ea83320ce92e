package dev.edgewise.server.store.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.fsck.Fsck;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestFlow;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker claims an item of a spread while a rerun above the spread throws its items away. */
@Timeout(60)
class ClaimOfDiscardedItemTest {
  private static final String GATE =
      """
      create function wait_at_the_gate() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(4711);
        return new;
      end $$;
      create trigger gate before insert on lease for each row execute function wait_at_the_gate();
      """;

  @Test
  void theItemLeavesNoLease() throws Exception {
    try (TestDatabase database = TestDatabase.open();
        var store = new TestStore(database.database());
        Connection gate = DriverManager.getConnection(database.jdbcUrl());
        Statement at = gate.createStatement();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      UUID batch =
          store.submit(
              "rerun",
              TestTask.task("above").kind("above"),
              TestTask.task("spread").kind("item").after("above").flow(TestFlow.spread("3", 0)));
      TaskKey above = new TaskKey(batch, 1);
      store.succeed(store.claim("above"), "1");
      at.execute(GATE);
      at.execute("select pg_advisory_lock(4711)");

      Future<TaskKey> claimed = threads.submit(() -> store.claim("item"));
      await().until(() -> waiting(at) == 1);
      Future<Answer> rerun = threads.submit(() -> store.committer.apply(new Command.Rerun(above)));
      await().until(() -> waiting(at) == 2);
      at.execute("select pg_advisory_unlock(4711)");

      assertThat(claimed.get(20, TimeUnit.SECONDS).batchId()).isEqualTo(batch);
      assertThat(rerun.get(20, TimeUnit.SECONDS)).isInstanceOf(Answer.Applied.class);
      assertThat(new Fsck(database.database()).findings(true)).isEmpty();
    }
  }

  /** How many sessions wait for a lock. */
  private static int waiting(Statement at) throws SQLException {
    try (ResultSet row =
        at.executeQuery(
            "select count(*) from pg_stat_activity"
                + " where datname = current_database() and wait_event_type = 'Lock'")) {
      row.next();
      return row.getInt(1);
    }
  }
}
