package dev.edgewise.bench.round;

import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.database.Counters;
import dev.edgewise.bench.executor.Executor;
import dev.edgewise.bench.executor.Timeline;
import dev.edgewise.bench.load.Graph;
import dev.edgewise.bench.process.ProcessorTime;
import dev.edgewise.bench.process.ServerProcess;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;

/** Runs a case once on a running server: submits, lets the executor begin, waits, and checks. */
public final class Round {

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final int PAUSES_PER_HEAP_SAMPLE = 100;
  private static final double BYTES_PER_MEGABYTE = 1 << 20;

  private final Case what;
  private final ServerProcess server;
  private final BenchDatabase database;
  private final Executor executor;
  private final Progress progress;
  private final Map<Figure, Double> figures = new EnumMap<>(Figure.class);
  private final List<UUID> batches = new ArrayList<>();
  private long heapBytes;

  /** Processor time by process. */
  private record Used(Duration server, Duration database, Duration generator) {}

  public Round(
      Case what,
      ServerProcess server,
      BenchDatabase database,
      Executor executor,
      Progress progress) {
    this.what = what;
    this.server = server;
    this.database = database;
    this.executor = executor;
    this.progress = progress;
  }

  /**
   * Measures and checks.
   *
   * @throws VoidRoundException when something did not end as it must
   */
  public Map<Figure, Double> run() {
    measure();
    progress.at("check", 0, 1);
    Check.all(database, server, batches, what.tasks());
    return figures;
  }

  /** Only measures. */
  public void measure() {
    Graph graph = what.load().graph(what.size());
    submit(executor.submission(graph));
    try (Connection connection = database.connect()) {
      var watch = new BatchWatch(connection, batches);
      Counters before = Counters.read(connection, database.counts());
      Used used = used();
      double began = watch.now();
      executor.begin();
      follow(watch);
      double seconds = watch.lastEnd() - began;
      Used usedAfter = used();
      Counters counted = Counters.read(connection, database.counts()).since(before);
      Timeline timeline = executor.end();
      figures.put(Figure.THROUGHPUT, what.tasks() / seconds);
      count(counted);
      processors(used, usedAfter);
      hops(timeline, graph);
    } catch (SQLException e) {
      throw new IllegalStateException("The database cannot be reached", e);
    }
  }

  private void submit(byte[] body) {
    var submitted = Submitted.to(server, body, what.batches(), progress);
    batches.addAll(submitted.batches());
    Percentiles times = submitted.times();
    figures.put(Figure.SUBMIT_P50, times.millis(0.5));
    figures.put(Figure.SUBMIT_P95, times.millis(0.95));
    figures.put(Figure.SUBMIT_P99, times.millis(0.99));
    figures.put(Figure.SUBMIT_RATE, what.tasks() / times.seconds());
  }

  private void follow(BatchWatch watch) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (int pauses = 0; ; pauses++) {
      BatchWatch.Standing standing = watch.standing();
      progress.at("run", standing.ended(), what.tasks());
      if (standing.open() == 0) {
        return;
      }
      executor.check();
      if (System.nanoTime() > deadline) {
        throw new VoidRoundException(
            "not all tasks ended within " + PATIENCE.toMinutes() + " minutes");
      }
      if (pauses % PAUSES_PER_HEAP_SAMPLE == 0) {
        heapBytes = Math.max(heapBytes, server.heapBytes());
      }
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new VoidRoundException("interrupted");
      }
    }
  }

  private void count(Counters counted) {
    double tasks = what.tasks();
    figures.put(Figure.EXCHANGES, executor.exchanges() / tasks);
    if (database.counts()) {
      figures.put(Figure.STATEMENTS, counted.statements() / tasks);
      figures.put(Figure.TRANSACTIONS, counted.transactions() / tasks);
    }
    figures.put(Figure.WAL, counted.walBytes() / tasks);
    if (counted.updates() > 0) {
      figures.put(Figure.HOT, 100.0 * counted.hotUpdates() / counted.updates());
    }
    figures.put(Figure.HEAP, heapBytes / BYTES_PER_MEGABYTE);
    figures.put(
        Figure.LOAD_AVERAGE, ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  private Used used() {
    return new Used(
        server.processorTime(),
        database.postgres().processorTime(),
        ProcessorTime.of(ProcessHandle.current().pid()).plus(executor.processorTime()));
  }

  private void processors(Used before, Used after) {
    figures.put(Figure.CPU_SERVER, perTask(before.server(), after.server()));
    figures.put(Figure.CPU_DATABASE, perTask(before.database(), after.database()));
    figures.put(Figure.CPU_GENERATOR, perTask(before.generator(), after.generator()));
  }

  private double perTask(Duration before, Duration after) {
    return after.minus(before).toNanos() / 1e3 / what.tasks();
  }

  private void hops(Timeline timeline, Graph graph) {
    LongStream all = batches.stream().flatMapToLong(batch -> timeline.hops(graph, batch));
    Percentiles hops = Percentiles.of(all);
    if (!hops.isEmpty()) {
      figures.put(Figure.HOP_P50, hops.millis(0.5));
      figures.put(Figure.HOP_P95, hops.millis(0.95));
      figures.put(Figure.HOP_P99, hops.millis(0.99));
    }
  }
}
