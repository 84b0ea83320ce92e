package dev.edgewise.bench.round;

import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.database.Counters;
import dev.edgewise.bench.process.ProcessorTime;
import java.sql.Connection;
import java.time.Duration;
import java.util.function.Supplier;

/** Runs from one moment to another and says what was used in between. */
public final class Meter {

  private final BenchDatabase database;
  private final Connection connection;
  private final Supplier<Duration> server;
  private final Supplier<Duration> executor;
  private final Counters counters;
  private final Used used;
  private final long begun;

  /** Processor time by process. */
  private record Used(Duration server, Duration database, Duration generator) {}

  /**
   * Begins.
   *
   * @param connection to the database, only for this
   * @param server tells the processor time of what is measured
   * @param executor tells the processor time of a load generator besides this process
   */
  public Meter(
      BenchDatabase database,
      Connection connection,
      Supplier<Duration> server,
      Supplier<Duration> executor) {
    this.database = database;
    this.connection = connection;
    this.server = server;
    this.executor = executor;
    this.counters = Counters.read(connection, database.counts());
    this.used = used();
    this.begun = System.nanoTime();
  }

  /** What was used since it began. */
  public Cost cost() {
    return cost(Duration.ofNanos(System.nanoTime() - begun));
  }

  /**
   * The same where something else has told the time better.
   *
   * @param wall how long the work took
   */
  public Cost cost(Duration wall) {
    Used now = used();
    return new Cost(
        wall,
        now.server().minus(used.server()),
        now.database().minus(used.database()),
        now.generator().minus(used.generator()),
        Counters.read(connection, database.counts()).since(counters));
  }

  private Used used() {
    return new Used(
        server.get(),
        database.postgres().processorTime(),
        ProcessorTime.of(ProcessHandle.current().pid()).plus(executor.get()));
  }
}
