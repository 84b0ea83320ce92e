package dev.edgewise.server.store.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.Database;
import dev.edgewise.server.testing.FsckAssertion;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Edges between batches keep what they said, and take part in dead ends. */
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
    FsckAssertion.assertClean(database);
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
  void aChildThatRunsAgainFollowsItsParentAsItIsNow() {
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
  void aParentAtWorkAgainLearnsOfChildrenThatEndMeanwhile() {
    TaskKey one = parent("one");
    TaskKey child = child(Condition.ON_SUCCESS, one);
    run("one");
    store.committer.apply(new Command.Rerun(one));
    run("child");
    assertThat(state(child)).isEqualTo("success");
    assertThat(state(one)).isEqualTo("canceled (All child tasks already terminated)");
  }

  @Test
  void stoppingABatchCancelsTheParentsElsewhereThatOnlyServedIt() {
    TaskKey useless = parent("useless");
    TaskKey useful = parent("useful");
    TaskKey child = child(Condition.ALWAYS, useless, useful);
    TaskKey other = child(Condition.ALWAYS, useful);
    store.stop.stop(child.batchId());
    assertThat(state(useless)).isEqualTo("canceled (All child tasks already terminated)");
    assertThat(state(useful)).isEqualTo("pending");
    assertThat(state(other)).isEqualTo("waiting");
  }
}
