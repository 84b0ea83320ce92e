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
 * The least that a hop can take, by what takes part in it.
 *
 * @param commits one row changed and committed
 * @param exchanges one request over loopback that does nothing
 */
record Floor(Percentiles commits, Percentiles exchanges) {

  private static final int SAMPLES = 1_000;

  /** Measures both beside a server that is idle. */
  static Floor measure(BenchDatabase database, ServerProcess server) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create table if not exists bench_floor as select 0 as value");
      Percentiles commits =
          samples(() ->
              statement.executeUpdate(
                  "update " + Counters.MARK + " bench_floor set value = value + 1"));
      try (var http = server.connect()) {
        return new Floor(commits, samples(() -> http.get("/livez").accepted()));
      }
    } catch (SQLException e) {
      throw new IllegalStateException("The floor cannot be measured", e);
    }
  }

  /** Something that may fail as the database does. */
  private interface Action {
    Object run() throws SQLException;
  }

  private static Percentiles samples(Action action) throws SQLException {
    LongStream.Builder nanos = LongStream.builder();
    for (int i = -SAMPLES; i < SAMPLES; i++) {
      long begun = System.nanoTime();
      action.run();
      if (i >= 0) {
        nanos.add(System.nanoTime() - begun);
      }
    }
    return Percentiles.of(nanos.build());
  }
}
