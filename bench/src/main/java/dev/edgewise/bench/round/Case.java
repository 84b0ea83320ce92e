package dev.edgewise.bench.round;

import dev.edgewise.bench.executor.ExecutorKind;
import dev.edgewise.bench.load.Load;

/**
 * What is run in each round.
 *
 * @param size the tasks of a batch
 * @param batches how many of them run at the same time
 * @param concurrency how many workers, or webhooks at once
 * @param atOnce how many tasks a worker asks for
 */
public record Case(
    Load load, ExecutorKind executor, int size, int batches, int concurrency, int atOnce) {

  public int tasks() {
    return size * batches;
  }

  /** What tells it from others in a report. */
  public String title() {
    return "%s, %s: %,d x %,d tasks, %,d %s"
        .formatted(
            load,
            executor,
            batches,
            size,
            concurrency,
            executor.asks() ? "workers asking for " + atOnce : "calls at once");
  }
}
