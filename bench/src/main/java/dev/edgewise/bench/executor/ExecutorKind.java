package dev.edgewise.bench.executor;

import dev.edgewise.bench.process.ServerProcess;
import java.nio.file.Path;
import java.util.Locale;

/** The ways of doing tasks. */
public enum ExecutorKind {
  /** Workers claim and complete by HTTP, many tasks in a call. */
  WORKERS(16),
  /** Workers report the ends of tasks and ask for the next ones in one call. */
  NEXT(16),
  /** A receiver is called for each task and reports its end by PATCH. */
  WEBHOOKS(64),
  /** A receiver is called for each task and says in its answer that it has succeeded. */
  SYNC(64);

  private final int usualConcurrency;

  ExecutorKind(int usualConcurrency) {
    this.usualConcurrency = usualConcurrency;
  }

  /** Whether it asks for tasks instead of being called for each. */
  public boolean asks() {
    return this == WORKERS || this == NEXT;
  }

  /** How many workers, or webhooks at once, unless somebody asks for another number. */
  public int usualConcurrency() {
    return usualConcurrency;
  }

  /**
   * Starts an executor.
   *
   * @param concurrency how many workers, or how many ends reported at once
   * @param atOnce how many tasks a worker asks for
   */
  public Executor start(ServerProcess server, int concurrency, int atOnce, Path folder) {
    return switch (this) {
      case WORKERS -> new Workers(server, concurrency, atOnce, false);
      case NEXT -> new Workers(server, concurrency, atOnce, true);
      case WEBHOOKS -> Hooks.start(false, concurrency, folder);
      case SYNC -> Hooks.start(true, 0, folder);
    };
  }

  /** The name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
