package dev.edgewise.server.app;

import dev.edgewise.server.store.commit.Tally;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** What tasks are measured by. */
final class TaskMetrics {
  private final MeterRegistry registry;
  private final Counter exhausted;
  private final Counter skipped;

  TaskMetrics(MeterRegistry registry) {
    this.registry = registry;
    exhausted =
        Counter.builder("task.retry.exhausted")
            .description("Tasks that failed with no retry left")
            .register(registry);
    skipped =
        Counter.builder("task.skipped").description("Tasks that will never run").register(registry);
    retry(1);
  }

  void add(Tally tally) {
    tally.retries().forEach((attempt, count) -> retry(attempt).increment(count));
    exhausted.increment(tally.exhausted());
    skipped.increment(tally.skipped());
  }

  private Counter retry(int attempt) {
    return Counter.builder("task.retry")
        .description("Failures that were retried, by the attempt that follows")
        .tag("attempt", Integer.toString(attempt))
        .register(registry);
  }
}
