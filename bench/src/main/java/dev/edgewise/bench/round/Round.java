package dev.edgewise.bench.round;

import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.executor.Executor;
import dev.edgewise.bench.executor.Timeline;
import dev.edgewise.bench.load.Graph;
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

  /** How long nothing may happen. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Duration PAUSE = Duration.ofMillis(20);

  /** A look at many batches takes long, and must stay a small part of the database's work. */
  private static final int PAUSES_PER_LOOK = 20;

  private static final int LOOKS_PER_HEAP_SAMPLE = 100;
  private static final double BYTES_PER_MEGABYTE = 1 << 20;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Case what;
  private final ServerProcess server;
  private final BenchDatabase database;
  private final Executor executor;
  private final Progress progress;
  private final Map<Figure, Double> figures = new EnumMap<>(Figure.class);
  private final List<UUID> batches = new ArrayList<>();
  private long heapBytes;

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

  /** Only measures; what it costs to submit is not among the figures of a task. */
  public void measure() {
    Graph graph = what.load().graph(what.size());
    try (Connection connection = database.connect()) {
      submit(executor.submission(graph));
      Cost running = run(connection, graph);
      figures.put(Figure.THROUGHPUT, what.tasks() / running.seconds());
      running.share(what.tasks(), figures);
    } catch (SQLException e) {
      throw new IllegalStateException("The database cannot be reached", e);
    }
  }

  /** Only measures, and what it costs to submit is among the figures of a task. */
  public Map<Figure, Double> measureWhole() {
    Graph graph = what.load().graph(what.size());
    byte[] body = executor.submission(graph);
    try (Connection connection = database.connect()) {
      Meter meter = meter(connection);
      submit(body);
      Cost submitting = meter.cost();
      Cost running = run(connection, graph);
      figures.put(Figure.TASKS, (double) what.size());
      figures.put(Figure.THROUGHPUT, what.tasks() / running.seconds());
      Cost whole = submitting.plus(running);
      figures.put(Figure.WALL, Cost.micros(whole.wall()) / what.tasks());
      figures.put(Figure.SUBMIT_WALL, Cost.micros(submitting.wall()) / what.tasks());
      whole.share(what.tasks(), figures);
      return figures;
    } catch (SQLException e) {
      throw new IllegalStateException("The database cannot be reached", e);
    }
  }

  /** What it has submitted. */
  public List<UUID> batches() {
    return batches;
  }

  private Cost run(Connection connection, Graph graph) throws SQLException {
    var watch = new BatchWatch(connection, batches);
    Meter meter = meter(connection);
    double began = watch.now();
    executor.begin();
    follow(watch);
    Cost cost = meter.cost(Duration.ofNanos((long) ((watch.lastEnd() - began) * NANOS_PER_SECOND)));
    Timeline timeline = executor.end();
    figures.put(Figure.EXCHANGES, (double) executor.exchanges() / what.tasks());
    figures.put(Figure.HEAP, heapBytes / BYTES_PER_MEGABYTE);
    figures.put(
        Figure.LOAD_AVERAGE, ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    hops(timeline, graph);
    return cost;
  }

  private Meter meter(Connection connection) {
    return new Meter(database, connection, server::processorTime, executor::processorTime);
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
    long ended = -1;
    long moved = System.nanoTime();
    for (int looks = 0; ; looks++) {
      long looked = System.nanoTime();
      BatchWatch.Standing standing = watch.standing();
      Duration look = Duration.ofNanos(System.nanoTime() - looked);
      progress.at("run", standing.ended(), what.tasks());
      if (standing.open() == 0) {
        return;
      }
      executor.check();
      if (standing.ended() != ended) {
        ended = standing.ended();
        moved = looked;
      } else if (looked - moved > PATIENCE.toNanos()) {
        throw new VoidRoundException("no task ended within " + PATIENCE.toMinutes() + " minutes");
      }
      if (looks % LOOKS_PER_HEAP_SAMPLE == 0) {
        heapBytes = Math.max(heapBytes, server.heapBytes());
      }
      pause(look.multipliedBy(PAUSES_PER_LOOK));
    }
  }

  private static void pause(Duration least) {
    try {
      Thread.sleep(least.compareTo(PAUSE) > 0 ? least : PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new VoidRoundException("interrupted");
    }
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
