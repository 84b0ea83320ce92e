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
 * The least that a hop can take, by what takes part in it: an exchange and a commit, one after the
 * other as in a hop. Each in a loop of its own would find everything in the processor's caches.
 *
 * @param commits one row changed and committed
 * @param exchanges one request over loopback that does nothing
 */
record Floor(Percentiles commits, Percentiles exchanges) {

  private static final int SAMPLES = 1_000;

  /** Measures beside a server that is idle. */
  static Floor measure(BenchDatabase database, ServerProcess server) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        var http = server.connect()) {
      statement.execute("create table if not exists bench_floor as select 0 as value");
      LongStream.Builder commits = LongStream.builder();
      LongStream.Builder exchanges = LongStream.builder();
      for (int i = -SAMPLES; i < SAMPLES; i++) {
        long begun = System.nanoTime();
        http.get("/livez").accepted();
        long answered = System.nanoTime();
        statement.executeUpdate("update " + Counters.MARK + " bench_floor set value = value + 1");
        long committed = System.nanoTime();
        if (i >= 0) {
          exchanges.add(answered - begun);
          commits.add(committed - answered);
        }
      }
      return new Floor(Percentiles.of(commits.build()), Percentiles.of(exchanges.build()));
    } catch (SQLException e) {
      throw new IllegalStateException("The floor cannot be measured", e);
    }
  }
}
