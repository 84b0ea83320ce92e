package dev.edgewise.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.bench.FleetingPostgres;
import dev.edgewise.bench.QuickServer;
import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.process.ServerProcess;
import dev.edgewise.bench.round.Figure;
import dev.edgewise.bench.round.Figures;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts of {@code bench scale}, with small sizes. */
class ScaleTest {

  private static final int WAITING = 900;

  @TempDir Path folder;

  @Test
  void eachPartIsMeasured() throws SQLException {
    try (BenchDatabase database = FleetingPostgres.instance().create();
        ServerProcess server =
            ServerProcess.start(
                database.jdbcUrl(), Scale.settings(300_000), QuickServer.OPTIONS, folder);
        Scale scale =
            new Scale(server, database, new Scale.Pace(4, 100, 1), folder, (_, _, _) -> {})) {
      scale.warmUp(30);

      Figures batch = scale.batch(2_000);
      assertThat(batch.spread(Figure.TASKS).median()).isEqualTo(2_000);
      assertThat(batch.spread(Figure.WALL).median())
          .isGreaterThan(batch.spread(Figure.SUBMIT_WALL).median())
          .isGreaterThan(1e6 / batch.spread(Figure.THROUGHPUT).median());
      assertThat(batch.spread(Figure.WAL).min()).as("edges and facts").isGreaterThan(500);

      Figures small = scale.smallBatches(20);
      assertThat(small.spread(Figure.TASKS).median()).isEqualTo(Scale.SMALL);
      assertThat(rows(database, "select count(*) from batch where total = " + Scale.SMALL))
          .isEqualTo(20);

      Figures beside = scale.besideWaiting(WAITING);
      assertThat(rows(database, "select count(*) from task_state where status = 'waiting'"))
          .isEqualTo(WAITING - 250);
      assertThat(beside.spread(Figure.BESIDE_RATIO).median()).isBetween(0.01, 100.0);
      assertThat(beside.spread(Figure.LIVE_HEAP).median()).isBetween(1.0, 256.0);
    }
  }

  @Test
  void onlyALargeBatchNeedsOtherSettings() {
    assertThat(Scale.settings(100_000)).isEmpty();
    assertThat(Scale.settings(2_000_000))
        .isEqualTo(Map.of("MAX_BODY_BYTES", "1073741824", "MAX_TASKS_PER_BATCH", "2000000"));
  }

  private static long rows(BenchDatabase database, String count) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(count)) {
      row.next();
      return row.getLong(1);
    }
  }
}
