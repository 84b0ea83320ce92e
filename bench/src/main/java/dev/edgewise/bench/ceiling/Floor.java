package dev.edgewise.bench.ceiling;

import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.database.Counters;
import dev.edgewise.bench.process.ServerProcess;
import dev.edgewise.bench.round.Percentiles;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.LongStream;

/**
 * The least that a hop can take, in milliseconds: the half of all exchanges and commits take no
 * longer.
 *
 * @param commit one row changed and committed
 * @param exchange one request over loopback that does nothing
 */
public record Floor(double commit, double exchange) {

  private static final int SAMPLES = 300;

  /** Measures both beside a server that is idle. */
  public static Floor measure(BenchDatabase database, ServerProcess server) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create table if not exists bench_floor as select 0 as value");
      double commit =
          median(() ->
              statement.executeUpdate(
                  "update " + Counters.MARK + " bench_floor set value = value + 1"));
      try (var http = server.connect()) {
        return new Floor(commit, median(() -> http.get("/livez").accepted()));
      }
    } catch (SQLException e) {
      throw new IllegalStateException("The floor cannot be measured", e);
    }
  }

  /** One of them after the other. */
  public double sum() {
    return commit + exchange;
  }

  /** Something that may fail as the database does. */
  private interface Action {
    Object run() throws SQLException;
  }

  private static double median(Action action) throws SQLException {
    LongStream.Builder nanos = LongStream.builder();
    for (int i = -SAMPLES; i < SAMPLES; i++) {
      long begun = System.nanoTime();
      action.run();
      if (i >= 0) {
        nanos.add(System.nanoTime() - begun);
      }
    }
    return Percentiles.of(nanos.build()).millis(0.5);
  }
}
