package dev.edgewise.server.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Edges between batches keep their facts, and take part in dead ends. */
class ForeignEdgesTest {
  private final TestDatabase testDatabase = TestDatabase.open();
  private Database database;
  private TestStore store;

  @BeforeEach
  void open() {
    database = testDatabase.database();
    store = new TestStore(database);
  }

  @AfterEach
  void close() {
    store.close();
    testDatabase.close();
  }

  private static TaskKey first(UUID batchId) {
    return new TaskKey(batchId, 1);
  }

  private String state(TaskKey task) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(
                    "select status || coalesce(' (' || failure_reason || ')', '') from task_state"
                        + " where batch_id = :batch and no = :no")
                .bind("batch", task.batchId())
                .bind("no", task.no())
                .mapTo(String.class)
                .one());
  }

  private TaskKey parent(String kind) {
    return first(store.submit("parent", TestTask.task("p").kind(kind)));
  }

  private TaskKey child(Condition condition, TaskKey... parents) {
    TestTask task = TestTask.task("c").kind("child");
    for (TaskKey parent : parents) {
      task.on(condition, parent.publicId());
    }
    return first(store.submit("child", task));
  }

  private void run(String kind) {
    store.succeed(store.claim(kind), null);
  }

  @Test
  void aParentThatRunsAgainIsNotCountedTwice() {
    TaskKey one = parent("one");
    TaskKey two = parent("two");
    TaskKey child = child(Condition.ALWAYS, one, two);
    run("one");
    store.committer.apply(new Command.Rerun(one));
    run("one");
    assertThat(state(child)).isEqualTo("waiting");
    run("two");
    assertThat(state(child)).isEqualTo("pending");
  }

  @Test
  void aRerunChildFollowsTheCurrentStateOfItsParent() {
    TaskKey one = parent("one");
    TaskKey child = child(Condition.ON_SUCCESS, one);
    run("one");
    store.committer.apply(new Command.Cancel(child, false));
    store.committer.apply(new Command.Rerun(one));
    store.committer.apply(new Command.Rerun(child));
    assertThat(state(child)).isEqualTo("waiting");
    run("one");
    assertThat(state(child)).isEqualTo("pending");
  }

  @Test
  void aRerunParentIsCanceledWhenItsChildrenEndMeanwhile() {
    TaskKey one = parent("one");
    TaskKey child = child(Condition.ON_SUCCESS, one);
    run("one");
    store.committer.apply(new Command.Rerun(one));
    run("child");
    assertThat(state(child)).isEqualTo("success");
    assertThat(state(one)).isEqualTo("canceled (All child tasks already terminated)");
  }

  @Test
  void stoppingABatchCancelsParentsInOtherBatchesWithoutAnotherChild() {
    TaskKey useless = parent("useless");
    TaskKey useful = parent("useful");
    TaskKey child = child(Condition.ALWAYS, useless, useful);
    TaskKey other = child(Condition.ALWAYS, useful);
    store.stop.stop(TestStore.CALLER, child.batchId());
    assertThat(state(useless)).isEqualTo("canceled (All child tasks already terminated)");
    assertThat(state(useful)).isEqualTo("pending");
    assertThat(state(other)).isEqualTo("waiting");
  }

  @Test
  void aCompletionLocksABatchThatWasTiedWhileItWaited() throws Exception {
    TaskKey parent = parent("one");
    TaskKey claimed = store.claim("one");
    UUID other = first(store.submit("other", TestTask.task("c").kind("child"))).batchId();
    try (Handle tying = database.reader().open();
        Handle completing = database.engine().open();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      tying.begin();
      tying.execute(
          "select from batch where batch_id in (?, ?) for update", parent.batchId(), other);
      completing.begin();
      Future<Runnable> completion =
          threads.submit(() ->
              store.committer.within(
                  completing, List.of(new Command.Succeed(claimed, null, null)), Effort.BRIEF));
      await().until(this::isALockAwaited);
      tie(tying, parent, other);
      tying.commit();
      Runnable wake = completion.get();
      assertThatThrownBy(
              () -> tying.execute("select from batch where batch_id = ? for update nowait", other))
          .hasMessageContaining("could not obtain lock");
      completing.commit();
      wake.run();
    }
    assertThat(state(new TaskKey(other, 1))).isEqualTo("pending");
  }

  /** Makes the only task of a batch a child of a task in another batch. */
  private static void tie(Handle handle, TaskKey parent, UUID child) {
    handle.execute("delete from queue where batch_id = ?", child);
    handle.execute(
        "update task_state set status = 'waiting', required = 1 where batch_id = ?", child);
    handle.execute("update event set type = 'waiting' where batch_id = ? and nos <> '{}'", child);
    handle.execute("update task set foreign_parents = 1 where batch_id = ?", child);
    handle
        .createUpdate(Sql.named("submission/insert_foreign"))
        .bind("batch", child)
        .bind("parent_batches", Columns.of(List.of(parent.batchId())))
        .bindArray("parents", Integer.class, parent.no())
        .bindArray("children", Integer.class, 1)
        .bindArray("conditions", String.class, "A")
        .execute();
  }

  private boolean isALockAwaited() {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery("select exists (select from pg_locks where not granted)")
                .mapTo(Boolean.class)
                .one());
  }
}
