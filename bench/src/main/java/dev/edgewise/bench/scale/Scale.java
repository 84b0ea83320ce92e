package dev.edgewise.bench.scale;

import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.executor.Executor;
import dev.edgewise.bench.executor.ExecutorKind;
import dev.edgewise.bench.load.Load;
import dev.edgewise.bench.load.Submission;
import dev.edgewise.bench.process.ServerProcess;
import dev.edgewise.bench.round.Case;
import dev.edgewise.bench.round.Check;
import dev.edgewise.bench.round.Figure;
import dev.edgewise.bench.round.Figures;
import dev.edgewise.bench.round.Progress;
import dev.edgewise.bench.round.Round;
import dev.edgewise.bench.round.Submitted;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Runs batches of layers on a server with workers, and counts what it costs to submit them too. */
public final class Scale implements AutoCloseable {

  /** The tasks of one of many small batches. */
  public static final int SMALL = 10;

  /** The tasks of the batch that is run beside tasks that wait. */
  private static final int FRESH = 1_000;

  /** Tasks that wait are submitted in parts of this size. */
  private static final int PART = 100_000;

  private static final int WARM_UP_BATCH = 10_000;

  /** Small batches are run several times, until the clock's grain and chance matter less. */
  private static final int LEAST_TASKS = 30_000;

  /** From this size on a body may pass the server's usual limit. */
  private static final int LARGE = 250_000;

  private static final double BYTES_PER_MEGABYTE = 1 << 20;

  private final ServerProcess server;
  private final BenchDatabase database;
  private final Executor workers;
  private final Pace pace;
  private final Progress progress;

  /**
   * How tasks are done.
   *
   * @param concurrency how many workers
   * @param atOnce how many tasks a worker asks for
   * @param rounds how often small batches are run, at most
   */
  public record Pace(int concurrency, int atOnce, int rounds) {}

  /** On a server that has this database. */
  public Scale(
      ServerProcess server, BenchDatabase database, Pace pace, Path folder, Progress progress) {
    this.server = server;
    this.database = database;
    this.workers = ExecutorKind.WORKERS.start(server, pace.concurrency(), pace.atOnce(), folder);
    this.pace = pace;
    this.progress = progress;
  }

  /** The settings that a server needs to take a batch of this size in one request. */
  public static Map<String, String> settings(int size) {
    return size <= LARGE
        ? Map.of()
        : Map.of(
            "MAX_BODY_BYTES", Long.toString(1L << 30),
            "MAX_TASKS_PER_BATCH", Integer.toString(size));
  }

  /** Lets the server's code be compiled before anything is measured. */
  public void warmUp(int tasks) {
    for (int left = tasks; left > 0; left -= WARM_UP_BATCH) {
      round(Math.min(left, WARM_UP_BATCH), 1).measure();
    }
  }

  /** One batch of a size, several times if it is small. */
  public Figures batch(int size) {
    return measure(size, 1, Math.clamp(LEAST_TASKS / size, 1, pace.rounds()));
  }

  /** Many small batches that are open at the same time. */
  public Figures smallBatches(int count) {
    return measure(SMALL, count, 1);
  }

  private Figures measure(int size, int batches, int rounds) {
    List<Map<Figure, Double>> measured = new ArrayList<>();
    List<UUID> run = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      Round round = round(size, batches);
      measured.add(round.measureWhole());
      run.addAll(round.batches());
    }
    check(run, (long) size * batches * rounds);
    return Figures.of(measured);
  }

  /** A small batch before and after many tasks were submitted that wait for what nobody does. */
  public Figures besideWaiting(int waiting) {
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    figures.put(Figure.WAITING, (double) waiting);
    figures.put(Figure.LIVE_HEAP_BEFORE, server.liveHeapBytes() / BYTES_PER_MEGABYTE);
    double alone = batch(FRESH).spread(Figure.WALL).median();
    for (int done = 0; done < waiting; done += PART) {
      progress.at("submit what waits", done, waiting);
      int part = Math.min(PART, waiting - done);
      Submitted.to(server, Submission.waiting(Load.LAYERS.graph(part)), 1, (_, _, _) -> {});
    }
    progress.at("settle", 0, 1);
    settle();
    figures.put(Figure.LIVE_HEAP, server.liveHeapBytes() / BYTES_PER_MEGABYTE);
    double beside = batch(FRESH).spread(Figure.WALL).median();
    figures.put(Figure.ALONE_WALL, alone);
    figures.put(Figure.BESIDE_WALL, beside);
    figures.put(Figure.BESIDE_RATIO, beside / alone);
    return Figures.of(List.of(figures));
  }

  /** What PostgreSQL does once after a large load would otherwise be counted or not by chance. */
  private void settle() {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("vacuum analyze");
      statement.execute("checkpoint");
    } catch (SQLException e) {
      throw new IllegalStateException("The database cannot be settled", e);
    }
  }

  private Round round(int size, int batches) {
    Case what =
        new Case(
            Load.LAYERS, ExecutorKind.WORKERS, size, batches, pace.concurrency(), pace.atOnce());
    return new Round(what, server, database, workers, progress);
  }

  private void check(List<UUID> batches, long tasks) {
    progress.at("check", 0, 1);
    Check.all(database, server, batches, tasks);
  }

  @Override
  public void close() {
    workers.close();
  }
}
