package dev.edgewise.server.store;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.oracle.model.Stimulus.ChildEnd;
import dev.edgewise.server.commit.BatchStop;
import dev.edgewise.server.commit.Submissions;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.store.submission.Submitted;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The workflows that the tasks of one batch call: real child batches with a task that waits and an
 * output. The loop that starts children looks after the calls of all batches; here each is asked
 * for by itself.
 */
final class StoreChildren {
  private final Database database;
  private final Submissions submissions;
  private final BatchStop stop;

  StoreChildren(Database database, Submissions submissions, BatchStop stop) {
    this.database = database;
    this.submissions = submissions;
    this.stop = stop;
  }

  /**
   * A call of a task.
   *
   * @param child null until the child batch exists
   * @param state that of the child batch; null without one
   */
  private record Called(
      Token token,
      boolean runs,
      @Nullable UUID child,
      @Nullable String state,
      @Nullable String result,
      @Nullable String failedTask,
      @Nullable String reason) {
    boolean over() {
      return state != null && !state.equals("running");
    }
  }

  /** Starts the child of a task's current attempt; returns false if it has one or may not. */
  boolean start(TaskKey task) {
    int attempt = attempt(task);
    var caller = new BatchSpec.Caller(task, attempt, 1);
    BatchSpec child =
        TestStore.spec("child", null, TestTask.task("work").waitsFor("end")).calledBy(caller);
    return submissions.submit(TestStore.CALLER, child, null, _ -> {}) instanceof Submitted.Created;
  }

  private int attempt(TaskKey task) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery("select attempt from task_state where batch_id = ? and no = ?")
                .bind(0, task.batchId())
                .bind(1, task.no())
                .mapTo(Integer.class)
                .findOne()
                .orElse(0));
  }

  /** Ends the child of a task's current attempt; returns false if there is none that runs. */
  boolean end(TaskKey task, ChildEnd how, Consumer<Command> commit) {
    UUID child = called(task).filter(call -> !call.over()).map(Called::child).orElse(null);
    if (child == null) {
      return false;
    }
    TaskKey work = new TaskKey(child, 1);
    switch (how) {
      case SUCCEEDS -> commit.accept(new Command.Succeed(work, null, null));
      case FAILS ->
          commit.accept(new Command.Fail(work, null, FailureType.EXPLICIT, "boom", false));
      case CANCELED -> stop.stop(TestStore.CALLER, child);
    }
    return true;
  }

  /** The end of a task whose child is over; empty if it is not, or the task is paused. */
  Optional<Command> end(TaskKey task) {
    return called(task)
        .filter(call -> call.runs() && call.over())
        .map(call ->
            "succeeded".equals(call.state())
                ? new Command.Succeed(task, call.token(), call.result())
                : new Command.Fail(
                    task,
                    call.token(),
                    FailureType.EXPLICIT,
                    "Workflow child failed: %s: %s".formatted(call.failedTask(), call.reason()),
                    true));
  }

  /** The call of a task that is under way. */
  private Optional<Called> called(TaskKey task) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(
                    """
                    select call.attempt, call.claims, call.wanted = 'run' as runs, call.child_batch,
                      child.state::text as state, work.failure_reason as reason, task.name,
                      to_json('child ' || (
                        select count(*) from batch as other
                        where other.parent_batch = call.batch_id and other.parent_no = call.no
                      ))::text as result
                    from call
                    left join batch as child on child.batch_id = call.child_batch
                    left join task_state as work on work.batch_id = child.batch_id and work.no = 1
                    left join task on task.batch_id = child.batch_id and task.no = 1
                    where call.batch_id = ? and call.no = ? and call.wanted <> 'stop'
                    """)
                .bind(0, task.batchId())
                .bind(1, task.no())
                .map((row, _) ->
                    new Called(
                        new Token(row.getInt("attempt"), row.getInt("claims")),
                        row.getBoolean("runs"),
                        row.getObject("child_batch", UUID.class),
                        row.getString("state"),
                        row.getString("result"),
                        row.getString("name"),
                        row.getString("reason")))
                .findOne());
  }
}
