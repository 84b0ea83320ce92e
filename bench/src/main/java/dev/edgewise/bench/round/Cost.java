package dev.edgewise.bench.round;

import dev.edgewise.bench.database.Counters;
import java.time.Duration;
import java.util.Map;

/**
 * What some work has taken.
 *
 * @param wall how long it took
 * @param server processor time of the server
 * @param database processor time of PostgreSQL
 * @param generator processor time of what submits and does the tasks
 * @param counted what the database has counted
 */
public record Cost(
    Duration wall, Duration server, Duration database, Duration generator, Counters counted) {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Both together. */
  public Cost plus(Cost other) {
    return new Cost(
        wall.plus(other.wall),
        server.plus(other.server),
        database.plus(other.database),
        generator.plus(other.generator),
        counted.plus(other.counted));
  }

  /** Puts the share of each task among figures. */
  public void share(double tasks, Map<Figure, Double> figures) {
    figures.put(Figure.CPU_SERVER, micros(server) / tasks);
    figures.put(Figure.CPU_DATABASE, micros(database) / tasks);
    figures.put(Figure.CPU_GENERATOR, micros(generator) / tasks);
    if (counted.statements() >= 0) {
      figures.put(Figure.STATEMENTS, counted.statements() / tasks);
      figures.put(Figure.TRANSACTIONS, counted.transactions() / tasks);
    }
    figures.put(Figure.QUEUED, 100 * counted.queued() / tasks);
    figures.put(Figure.WAL, counted.walBytes() / tasks);
    if (counted.updates() > 0) {
      figures.put(Figure.HOT, 100.0 * counted.hotUpdates() / counted.updates());
    }
  }

  double seconds() {
    return wall.toNanos() / NANOS_PER_SECOND;
  }

  static double micros(Duration time) {
    return time.toNanos() / NANOS_PER_MICRO;
  }
}
