package dev.edgewise.server.store.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.store.read.TaskFilter.Origin;
import dev.edgewise.server.testing.StatementWork;
import dev.edgewise.server.testing.StatementWork.Done;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestFilters;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How much PostgreSQL reads for a page of a filtered list among 20,000 batches. */
class FilterPlansTest {
  private static final int BATCHES = 20_000;
  private static final int FEW = 1_000;

  /** A part of the text of each statement. */
  private static final String BATCHES_LIST = "order by batch.created_at desc";

  private static final String TASKS_LIST = "order by task.batch_id desc";
  private static final String FAILURES = "with_failures";

  private static TestDatabase testDatabase;
  private static Database database;

  @BeforeAll
  static void load() {
    testDatabase = TestDatabase.open().damagedBecause("its batches have no ledger");
    database = testDatabase.database();
    database
        .reader()
        .useTransaction(handle -> {
          // Without the triggers that watch the versions of batches.
          handle.execute("set local session_replication_role = replica");
          handle.execute(
              """
              insert into batch (
                batch_id, name, metadata, labels, state, total, last_no, failure, created_at, completed_at)
              select ('019a0000-' || lpad(to_hex(n / 65536), 4, '0') || '-7' || lpad(to_hex(n %% 4096), 3, '0')
                  || '-8' || lpad(to_hex(n / 4096), 3, '0') || '-000000000000')::uuid,
                'batch', '{"workflow": "all", "workflow_version": 1}',
                jsonb_build_object('env', 'live', 'run', (n %% 4000)::text), 'failed', 1, 1, 1,
                timestamptz '2026-01-01' + make_interval(secs => n), timestamptz '2026-01-02' + make_interval(secs => n)
              from generate_series(1, %d) as n
              """
                  .formatted(BATCHES));
          handle.execute(
              """
              insert into task (
                batch_id, no, local_id, name, kind, first_of_kind, lane, timeout_secs, priority, children, conditions,
                parents, parent_conditions, created_at)
              select batch_id, 1, 'a', 'a', 'k', true, 'work:0:k', 60, 0, '{}', '', '{}', '', created_at from batch
              """);
          handle.execute(
              """
              insert into task_state (batch_id, no, status, required, satisfied, failure_reason, ended_at, last_updated)
              select batch_id, 1, 'failure', 0, 0, 'boom', completed_at, completed_at from batch
              """);
        });
    database.reader().useHandle(handle -> handle.execute("vacuum analyze"));
  }

  @AfterAll
  static void close() {
    testDatabase.close();
  }

  private static Done done(String statement, Consumer<Database> reading) {
    try (StatementWork work = StatementWork.of(database)) {
      reading.accept(database);
      return work.done().entrySet().stream()
          .filter(each -> each.getKey().contains(statement))
          .findFirst()
          .orElseThrow()
          .getValue();
    }
  }

  private static void fewFor(String name, String statement, Consumer<Database> reading) {
    Done done = done(statement, reading);
    assertThat(done.work()).as(name + ": " + done.plan()).isBetween(1L, (long) FEW);
  }

  @Test
  void aRareAndACommonLabelReadAFewBatches() {
    for (String labels :
        new String[] {"{\"run\":\"17\"}", "{\"env\":\"live\"}", "{\"run\":\"no\"}"}) {
      Origin origin = new Origin(labels, null);
      fewFor(labels, BATCHES_LIST, each -> new Batches(each).list(TestFilters.batches(origin), 51));
      fewFor(labels, TASKS_LIST, each -> new Tasks(each).list(TestFilters.tasks(origin), 0, 51));
    }
  }

  @Test
  void aWorkflowReadsAFewBatches() {
    for (String workflow : new String[] {"all", "none"}) {
      Origin origin = new Origin(null, workflow);
      fewFor(
          workflow, BATCHES_LIST, each -> new Batches(each).list(TestFilters.batches(origin), 51));
      fewFor(workflow, TASKS_LIST, each -> new Tasks(each).list(TestFilters.tasks(origin), 0, 51));
    }
  }

  @Test
  void theFailuresOfALabelReadAFewBatches() {
    fewFor(
        "failures",
        FAILURES,
        each ->
            new Failures(each)
                .list(TestFilters.tasks(new Origin("{\"run\":\"17\"}", null)), null, 51));
  }

  @Test
  void allFailuresAreReadOnce() {
    Done done =
        done(
            FAILURES,
            each -> {
              Failures.Page page =
                  new Failures(each).list(TestFilters.tasks(new Origin(null, null)), null, 51);
              assertThat(page.complete()).isTrue();
              assertThat(page.groups().getFirst().count()).isEqualTo(BATCHES);
            });
    assertThat(done.work()).as(done.plan()).isLessThan(25L * BATCHES);
  }
}
