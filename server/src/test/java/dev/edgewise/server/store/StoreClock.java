package dev.edgewise.server.store;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Database;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The waits and deadlines of one batch. The timekeeper looks for those of all batches; here each is
 * asked for by itself, and the time moves on to it.
 */
final class StoreClock {
  private final Database database;
  private final AtomicReference<Duration> skew;

  /**
   * @param skew the time of the batch, ahead of the database's
   */
  StoreClock(Database database, AtomicReference<Duration> skew) {
    this.database = database;
    this.skew = skew;
  }

  /** Whether the task has begun to wait. */
  boolean waits(TaskKey task) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                    .createQuery("select count(*) from wait where batch_id = ? and no = ?")
                    .bind(0, task.batchId())
                    .bind(1, task.no())
                    .mapTo(Integer.class)
                    .one()
                > 0);
  }

  /** The end of a wait whose time comes or that was answered; empty if nothing ends it. */
  Optional<Command> waitEnd(TaskKey task) {
    record Ending(Command command, double seconds) {}
    Optional<Ending> ending =
        database
            .reader()
            .withHandle(handle ->
                handle
                    .createQuery(
                        """
                        select attempt, claims, answered, answer::text as answer, expires,
                          extract(epoch from due_at - clock_timestamp()) as seconds
                        from wait
                        where batch_id = ? and no = ? and due_at is not null
                        """)
                    .bind(0, task.batchId())
                    .bind(1, task.no())
                    .map((row, _) -> {
                      Token token = new Token(row.getInt("attempt"), row.getInt("claims"));
                      boolean expired = row.getBoolean("expires") && !row.getBoolean("answered");
                      return new Ending(
                          expired
                              ? new Command.Fail(
                                  task,
                                  token,
                                  FailureType.TIMEOUT,
                                  Reason.WAIT_TIMEOUT.text(),
                                  true)
                              : new Command.Succeed(task, token, row.getString("answer")),
                          row.getDouble("seconds"));
                    })
                    .findOne());
    ending.ifPresent(each -> advance(each.seconds()));
    return ending.map(Ending::command);
  }

  /** The deadline of a task, or of the batch if the number is 0; empty if none is running. */
  Optional<Command> deadline(TaskKey task) {
    Optional<Double> seconds =
        database
            .reader()
            .withHandle(handle ->
                handle
                    .createQuery(
                        """
                        select extract(epoch from due_at - clock_timestamp()) as seconds
                        from deadline
                        where batch_id = ? and no = ? and due_at is not null
                        """)
                    .bind(0, task.batchId())
                    .bind(1, task.no())
                    .mapTo(Double.class)
                    .findOne());
    seconds.ifPresent(this::advance);
    return seconds.map(
        _ -> task.no() == 0 ? new Command.BatchDeadline(task) : new Command.Deadline(task));
  }

  private void advance(double seconds) {
    Duration until = Duration.ofMillis(Math.round(seconds * 1000) + 10);
    skew.updateAndGet(now -> now.compareTo(until) < 0 ? until : now);
  }
}
