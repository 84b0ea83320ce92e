package dev.edgewise.bench.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.bench.FleetingPostgres;
import dev.edgewise.bench.QuickServer;
import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.executor.Executor;
import dev.edgewise.bench.executor.ExecutorKind;
import dev.edgewise.bench.load.Load;
import dev.edgewise.bench.process.ServerProcess;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every load with every executor: each round checks that all tasks succeeded. */
class RoundTest {

  private static final int SIZE = 40;

  private static final String COUNT_ONE_MORE_FAILURE =
      "update batch set success = success - %1$d, failure = failure + %1$d where batch_id = '%2$s'";

  @TempDir static Path folder;
  private static BenchDatabase database;
  private static ServerProcess server;

  @BeforeAll
  static void start() {
    database = FleetingPostgres.instance().create();
    server = ServerProcess.start(database.jdbcUrl(), Map.of(), QuickServer.OPTIONS, folder);
  }

  @AfterAll
  static void stop() {
    server.close();
    database.close();
  }

  @ParameterizedTest
  @EnumSource(ExecutorKind.class)
  void everyLoadSucceeds(ExecutorKind kind) {
    try (Executor executor = kind.start(server, 4, 20, folder)) {
      for (Load load : Load.values()) {
        Case what = new Case(load, kind, SIZE, 2, 4, 20);
        Map<Figure, Double> figures =
            new Round(what, server, database, executor, (_, _, _) -> {}).run();

        assertThat(figures.get(Figure.THROUGHPUT)).as(what.title()).isPositive();
        assertThat(figures.get(Figure.EXCHANGES)).as(what.title()).isPositive();
        if (!kind.asks() && load == Load.CHAIN) {
          assertThat(figures.get(Figure.QUEUED)).as("all but the first").isEqualTo(97.5);
        }
        assertThat(figures.containsKey(Figure.HOP_P50))
            .as(what.title())
            .isEqualTo(load != Load.WIDE);
      }
    }
  }

  @Test
  void aRoundIsVoidWhenATaskFailedOrTheTablesDisagree() throws Exception {
    try (Executor executor = ExecutorKind.WORKERS.start(server, 2, 20, folder);
        Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      Case what = new Case(Load.CHAIN, ExecutorKind.WORKERS, 3, 1, 2, 20);
      var round = new Round(what, server, database, executor, (_, _, _) -> {});
      round.measure();
      statement.execute(COUNT_ONE_MORE_FAILURE.formatted(1, round.batches().getFirst()));

      assertThatThrownBy(() -> Check.all(database, server, round.batches(), what.tasks()))
          .isInstanceOf(VoidRoundException.class)
          .hasMessage("2 of 3 tasks succeeded");
      assertThatThrownBy(() -> Check.all(database, server, round.batches(), what.tasks() - 1))
          .isInstanceOf(VoidRoundException.class)
          .hasMessageContaining("i20_batches_count_states");
      statement.execute(COUNT_ONE_MORE_FAILURE.formatted(-1, round.batches().getFirst()));
    }
  }
}
