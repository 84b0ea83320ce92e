package dev.edgewise.server.app;

import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.commit.CommitMeasurements;
import dev.edgewise.server.commit.Tally;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** The metrics of tasks. */
final class TaskMetrics implements CommitMeasurements {
  private final MeterRegistry registry;
  private final Counter exhausted;
  private final Counter skipped;
  private final Counter overdue;
  private final Timer hops;

  TaskMetrics(MeterRegistry registry) {
    this.registry = registry;
    for (TaskState state : TaskState.values()) {
      if (state.terminal()) {
        ended(state);
      }
    }
    exhausted =
        Counter.builder("task.retry.exhausted")
            .description("Tasks that failed with no retry left")
            .register(registry);
    skipped = Counter.builder("task.skipped").description("Skipped tasks").register(registry);
    overdue =
        Counter.builder("edgewise.deadlines.missed")
            .description("Deadlines of tasks and of batches that were missed")
            .register(registry);
    hops = Timer.builder("task.hop").description("Time from ready to claimed").register(registry);
    retry(1);
  }

  /** Records how long a claimed task had been ready. */
  void waited(Duration time) {
    hops.record(time);
  }

  @Override
  public void assigned(int tasks) {
    for (int i = 0; i < tasks; i++) {
      waited(Duration.ZERO);
    }
  }

  @Override
  public void committed(Tally tally) {
    tally.ended().forEach((state, count) -> ended(state).increment(count));
    tally.retries().forEach((attempt, count) -> retry(attempt).increment(count));
    exhausted.increment(tally.exhausted());
    skipped.increment(tally.skipped());
    overdue.increment(tally.overdue());
  }

  private Counter ended(TaskState state) {
    return Counter.builder("task.ended")
        .description("Tasks that ended")
        .tag("status", state.columnName())
        .register(registry);
  }

  private Counter retry(int attempt) {
    return Counter.builder("task.retry")
        .description("Retried failures, by the number of the next attempt")
        .tag("attempt", Integer.toString(attempt))
        .register(registry);
  }
}
