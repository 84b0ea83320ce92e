package dev.edgewise.server.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.testing.FsckAssertion;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** I28: test databases refuse a change of a remembered task that does not move the version. */
class VersionRuleTest {
  private static final String MOVE = "update batch set version = version + 1";

  private final TestDatabase database =
      TestDatabase.open().damagedBecause("rows are changed by hand to see the triggers refuse it");
  private final TestStore store = new TestStore(database.database());
  private UUID batchId;

  /** Task 1 is claimed for a call, 2 runs, 3 is pending, 4 waits and 5 has ended. */
  @BeforeEach
  void submit() {
    batchId =
        store.submit(
            "batch",
            TestTask.task("1").calls("http://host.test/"),
            TestTask.task("2").kind("held"),
            TestTask.task("3").kind("queued"),
            TestTask.task("4").after("1"),
            TestTask.task("5").kind("done"));
    store.claimFor("host.test");
    store.claim("held");
    store.succeed(store.claim("done"), null);
  }

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  private void change(String... statements) {
    database
        .database()
        .engine()
        .useTransaction(handle -> {
          for (String sql : statements) {
            assertThat(handle.execute(sql)).as(sql).isPositive();
          }
        });
  }

  private String version() {
    return database.text("select version::text from batch");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update task_state set status = 'running' where no = 3",
        "update task_state set status = 'pending' where no = 2",
        "update task_state set status = 'success', ended_at = now() where no = 2",
        "update task_state set status = 'running', claims = claims + 1 where no = 1",
        "update task_state set status = 'claimed', claims = claims + 1, attempt = 1 where no = 3",
        "update task_state set status = 'paused', paused_from = 'pending' where no = 3",
        "update task_state set required = required + 1 where no = 4",
        "update task_state set satisfied = 1 where no = 4",
        "update task_state set ended_children = 1 where no = 2",
        "update task_state set attempt = 1 where no = 3",
        "update task_state set retries = 1 where no = 3",
        "update task_state set items = 0 where no = 4",
        "update task_state set first_item = 1 where no = 4",
        "update task_state set failure_reason = 'a whim' where no = 3",
        "update task_state set status = 'retry_pending', next_retry_at = now() where no = 2",
        "delete from task_state where no = 4",
        "insert into task_state (batch_id, no, status, required, satisfied, last_updated)"
            + " select batch_id, 6, 'pending', 0, 0, now() from batch",
        "update task set kind = 'other' where no = 4",
        "update task set name = 'other' where no = 4",
        "update task set lane = 'work:other' where no = 4",
        "update task set metadata = '{}' where no = 4",
        "update task set input = '{}' where no = 4",
        "update task set on_start = '{}' where no = 4",
        "update task set timeout_secs = 1 where no = 4",
        "update task set rules = '[]' where no = 4",
        "update batch set tied = true"
      })
  void aChangeOfWhatIsRememberedIsRefusedUnlessTheVersionMoves(String sql) {
    assertThatThrownBy(() -> change(sql)).rootCause().hasMessageContaining("I28");
    change(sql, MOVE);
    assertThat(version()).isEqualTo("2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update task_state set success = 1, failures = 2, expected_count = 3",
        "update task_state set cancel_action = '{}' where no = 2",
        "update task_state set last_updated = now()",
        "update task set priority = 7",
        "update batch set result = '1', result_no = 5"
      })
  void aChangeOfWhatIsNotRememberedNeedsNoNewVersion(String sql) {
    change(sql);
    assertThat(version()).isEqualTo("1");
  }

  @Test
  void aClaimAndAnAnsweredCallLeaveTheVersion() {
    store.claim("queued");
    store.started(new TaskKey(batchId, 1), null);

    assertThat(database.text("select string_agg(status::text, ' ' order by no) from task_state"))
        .isEqualTo("running running running waiting success");
    assertThat(version()).isEqualTo("1");
    FsckAssertion.assertClean(database.database());
  }

  @Test
  void theVersionOfAnotherBatchOrOfAnUndoneStepIsNotEnough() {
    UUID other = store.submit("other", TestTask.task("a"));
    assertThatThrownBy(() ->
            change(
                "update task_state set attempt = 1 where batch_id = '%s'".formatted(other),
                MOVE + " where batch_id = '%s'".formatted(batchId)))
        .rootCause()
        .hasMessageContaining("I28")
        .hasMessageContaining(other.toString());
    assertThatThrownBy(() -> database.database().engine().useTransaction(this::undoneMove))
        .rootCause()
        .hasMessageContaining("I28");
  }

  private void undoneMove(Handle handle) {
    handle.savepoint("before");
    handle.execute(MOVE);
    handle.rollbackToSavepoint("before");
    handle.execute("update task_state set attempt = 1 where no = 3");
  }
}
