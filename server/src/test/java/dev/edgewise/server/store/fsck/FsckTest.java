package dev.edgewise.server.store.fsck;

import static dev.edgewise.server.testing.TestTask.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.StartAfter;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestFlow;
import dev.edgewise.server.testing.TestStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of damage is found, one at a time, in a database with some rows in every table. */
@Timeout(120)
class FsckTest {
  private static TestDatabase opened;
  private static Database database;
  private static UUID batch;
  private static UUID other;

  @BeforeAll
  static void fill() {
    opened = TestDatabase.open();
    database = opened.database();
    try (var store = new TestStore(database)) {
      batch =
          store.submit(
              null,
              task("1").kind("done"),
              task("2").kind("queued").after("1"),
              task("3").after("2"),
              task("4").on(Condition.ON_FAILURE, "1"),
              task("5").kind("held"),
              task("6").kind("retried").retry(1),
              task("7").startAfter(new StartAfter.In(Duration.ofDays(1))),
              task("8"),
              task("9").after("1").flow(TestFlow.spread("2")),
              task("10").kind("above"),
              task("11").kind("failing"),
              task("12").on(Condition.ON_SUCCESS, "10").on(Condition.ON_SUCCESS, "11"),
              task("13").after("10"),
              task("14").flow(TestFlow.output("42")));
      store.succeed(store.claim("done"), "\"value\"");
      store.claim("held");
      store.fail(store.claim("retried"), "boom");
      store.committer.apply(new Command.Pause(new TaskKey(batch, 8)));
      store.claim("above");
      store.fail(store.claim("failing"), "boom");
      other =
          store.submit(
              null,
              task("1")
                  .on(Condition.ALWAYS, new TaskKey(batch, 1).publicId())
                  .on(Condition.ALWAYS, new TaskKey(batch, 3).publicId()));
    }
  }

  @AfterAll
  static void close() {
    opened.close();
  }

  /** A damage and the invariant that it breaks. */
  record Damage(Invariant invariant, String sql) {
    @Override
    public String toString() {
      return invariant.label() + ": " + sql;
    }
  }

  private static final List<Damage> DAMAGES = new ArrayList<>();

  private static void breaks(Invariant invariant, String... statements) {
    for (String sql : statements) {
      DAMAGES.add(new Damage(invariant, sql));
    }
  }

  static {
    breaks(
        Invariant.I9_COUNTERS_GROW,
        "update task_state set success = -1 where batch_id = :batch and no = 3",
        "update task_state set claims = -1 where batch_id = :batch and no = 3");
    breaks(
        Invariant.I10_TASKS_HAVE_STATES,
        "delete from task_state where batch_id = :batch and no = 3",
        "delete from task where batch_id = :batch and no = 3",
        "delete from batch where batch_id = :other");
    breaks(
        Invariant.I11_TOTALS_COUNT_TASKS,
        "update batch set total = total + 1 where batch_id = :batch",
        "update batch set last_no = last_no - 1 where batch_id = :batch");
    breaks(
        Invariant.I12_EDGES_HAVE_TWO_ENDS,
        "update task set parents = '{}', parent_conditions = '' where batch_id = :batch and no ="
            + " 3",
        "update task set children = '{}', conditions = '' where batch_id = :batch and no = 2",
        "update task set conditions = 'S' where batch_id = :batch and no = 2",
        "update task set children = '{1}' where batch_id = :batch and no = 15");
    breaks(
        Invariant.I13_REQUIRED_COUNTS_EDGES,
        "update task_state set required = required + 1 where batch_id = :batch and no = 3",
        "delete from foreign_edge where child_batch = :other and parent = 3",
        "update task set foreign_parents = 1 where batch_id = :other");
    breaks(
        Invariant.I14_SATISFIED_COUNTS_FACTS,
        "update task_state set satisfied = 1 where batch_id = :batch and no = 3",
        "update task_state set satisfied = 0 where batch_id = :other and no = 1");
    breaks(
        Invariant.I15_FACTS_FOLLOW_PARENTS,
        "delete from fact where batch_id = :batch and parent = 1 and child = 2",
        "insert into fact select :batch, 2, 3, true, 'SUCCESS', 0, row_version, satisfied_at"
            + " from fact where batch_id = :batch limit 1",
        "update fact set satisfied = false where batch_id = :batch and parent = 1 and child = 2",
        "update fact set resolution = 'FAILED' where batch_id = :batch and parent = 1 and child ="
            + " 2",
        "update fact set satisfying_attempt = 3 where batch_id = :batch and parent = 1",
        "update foreign_edge set satisfied = null where child_batch = :other",
        "update foreign_edge set resolution = 'SKIPPED' where child_batch = :other and parent = 1");
    breaks(
        Invariant.I16_STATES_FOLLOW_FACTS,
        "update task_state set status = 'waiting' where batch_id = :batch and no = 2",
        "update task_state set failure_reason = 'a whim' where batch_id = :batch and no = 4",
        "update fact set satisfied = true where batch_id = :batch and parent = 1 and child = 4",
        "update task_state set status = 'paused', paused_from = 'running'"
            + " where batch_id = :batch and no = 3");
    breaks(
        Invariant.I17_ENDED_CHILDREN_ARE_COUNTED,
        "update task_state set ended_children = 0 where batch_id = :batch and no = 10",
        "update task_state set ended_children = 1 where batch_id = :batch and no = 3");
    breaks(
        Invariant.I18_PLACES_FOLLOW_STATES,
        "delete from queue where batch_id = :batch and no = 2",
        "delete from timer where batch_id = :batch and no = 6",
        "delete from timer where batch_id = :batch and no = 7",
        "insert into queue (batch_id, no, lane, priority, ready_at)"
            + " values (:batch, 3, 'work:test', 0, now())",
        "insert into queue (batch_id, no, lane, priority, ready_at)"
            + " values (:batch, 7, 'work:test', 0, now())",
        "insert into queue (batch_id, no, lane, priority, ready_at)"
            + " values (:batch, 99, 'work:test', 0, now())",
        "insert into timer (batch_id, no, due_at) values (:batch, 8, now())",
        "insert into timer (batch_id, no, due_at) values (:batch, 99, now())",
        "update queue set priority = 5 where batch_id = :batch and no = 2",
        "update timer set due_at = now() - interval '1 day' where batch_id = :batch and no = 6");
    breaks(
        Invariant.I19_LEASES_FOLLOW_STATES,
        "delete from lease where batch_id = :batch and no = 5",
        "update lease set kind = 'another' where batch_id = :batch and no = 5",
        "insert into lease values (:batch, 2, 'queued', 'x', true, 60, now())",
        "insert into lease values (:batch, 99, 'queued', 'x', true, 60, now())");
    breaks(
        Invariant.I20_BATCHES_COUNT_STATES,
        "update batch set success = success - 1 where batch_id = :batch",
        "update batch set skipped = skipped - 1, canceled = canceled + 1 where batch_id = :batch",
        "update batch set collected_failure = 1 where batch_id = :batch",
        "update batch set collected_canceled = 1 where batch_id = :batch",
        "update batch set total = 1, success = 1, completed_at = now(), state = 'succeeded'"
            + " where batch_id = :other");
    breaks(
        Invariant.I21_RESULTS_HAVE_TASKS,
        "insert into result values (:batch, 3, '1')",
        "insert into result values (:batch, 99, '1')",
        "update batch set result_no = 3 where batch_id = :batch");
    breaks(
        Invariant.I22_FACTS_NAME_ENTRIES,
        "update fact set row_version = row_version + 1 where batch_id = :batch and parent = 1",
        "update foreign_edge set row_version = null where child_batch = :other and parent = 1",
        "delete from event where batch_id = :batch and type = 'success'");
    breaks(
        Invariant.I23_SPREADS_KNOW_THEIR_ITEMS,
        "update task_state set items = 1 where batch_id = :batch and no = 9",
        "update task_state set first_item = 14 where batch_id = :batch and no = 9",
        "update task set spread_of = 8 where batch_id = :batch and no = 15");
    breaks(
        Invariant.I24_ROWS_HAVE_OWNERS,
        "insert into fact select :batch, 1, 5, true, 'SUCCESS', 0, row_version, satisfied_at"
            + " from fact where batch_id = :batch limit 1",
        "delete from task where batch_id = :other",
        "update batch set tied = false where batch_id = :batch",
        "update event set batch_id = gen_random_uuid() where batch_id = :other",
        "insert into outbox (batch_id, no, trigger, attempt, action_index, action, host, due_at)"
            + " select gen_random_uuid(), 1, 'cancel', 0, 0, '{}', '', now() from batch"
            + " where batch_id = :batch");
    breaks(
        Invariant.I26_KINDS_KNOW_THEIR_FIRSTS,
        "update task set first_of_kind = false where batch_id = :batch and no = 1",
        "update task set first_of_kind = true where batch_id = :batch and no = (select min(no) from"
            + " task where batch_id = :batch and not first_of_kind)");
    breaks(
        Invariant.I25_LEDGER_ROWS_ARE_EVEN,
        "update event set attempts = '{}' where batch_id = :batch and type = 'pending'",
        "update event set details = '[]' where batch_id = :batch and type = 'failure'");
    breaks(
        Invariant.I27_LEDGER_TELLS_ALL,
        "update task_state set status = 'claimed' where batch_id = :batch and no = 5",
        "update task_state set attempt = 2 where batch_id = :batch and no = 6",
        "update task_state set ended_at = now() where batch_id = :batch and no = 1",
        "update task_state set failure_reason = 'a whim' where batch_id = :batch and no = 11",
        "update fact set satisfied_at = now() where batch_id = :batch and parent = 1",
        "update fact set row_version = row_version + 1 where batch_id = :batch and parent = 1",
        "delete from fact where batch_id = :batch and parent = 1 and child = 2",
        "delete from event where batch_id = :batch and type = 'paused'",
        "delete from event where batch_id = :batch and type = 'running'",
        // The entry of a call that is answered after its task has ended.
        "insert into event (batch_id, seq, type, nos, attempts, at) values (:batch,"
            + " nextval('event_seq'), 'running', '{1}', '{0}', now())",
        "insert into event (batch_id, seq, type, nos, attempts, at) values (:batch,"
            + " nextval('event_seq'), 'running', '{6}', '{0}', now())",
        "update event set type = 'moved' where batch_id = :batch and type = 'success'",
        "update event set attempts = '{}' where batch_id = :batch and type = 'pending'",
        "update event set details = null where batch_id = :batch and type = 'failure'");
    breaks(
        Invariant.I29_BATCHES_HAVE_WORKSPACES,
        "delete from workspace where number = workspace_of(:batch)",
        "update batch set batch_id = '01a1e276-8515-8428-825c-000700000000' where batch_id ="
            + " :other");
    breaks(
        Invariant.I30_WAITS_FOLLOW_STATES,
        "insert into wait (batch_id, no, attempt, claims, kind, began_at, expires) values (:batch,"
            + " 1, 0, 0, 'for', now(), false)",
        "insert into call (batch_id, no, attempt, claims, workflow, level, spread_of, parallel,"
            + " began_at) values (:batch, 1, 0, 0, 'w', 1, 0, 0, now())");
  }

  static List<Damage> damages() {
    return DAMAGES;
  }

  @Test
  void theRowsOfTheStoreHaveNoDifferences() {
    assertThat(new Fsck(database).findings(true)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("damages")
  void eachDamageIsFound(Damage damage) {
    database
        .reader()
        .useTransaction(handle -> {
          int damaged =
              handle.createUpdate(damage.sql()).bind("batch", batch).bind("other", other).execute();
          assertThat(damaged).as("damaged rows").isPositive();
          List<Finding> findings = new ArrayList<>();
          Fsck.check(handle, findings::add);
          LedgerReplay.check(handle, findings::add);
          handle.rollback();
          assertThat(findings)
              .extracting(Finding::invariant)
              .as(findings.toString())
              .contains(damage.invariant());
        });
  }

  @Test
  void thereIsADamageForEachInvariant() {
    assertThat(DAMAGES)
        .extracting(Damage::invariant)
        .containsAll(Arrays.asList(Invariant.values()));
  }
}
