package dev.edgewise.bench.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.edgewise.bench.FleetingPostgres;
import dev.edgewise.bench.QuickServer;
import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.database.Counters;
import dev.edgewise.bench.database.Statements;
import dev.edgewise.bench.executor.Executor;
import dev.edgewise.bench.executor.ExecutorKind;
import dev.edgewise.bench.executor.WorkerClient;
import dev.edgewise.bench.executor.WorkerClient.Held;
import dev.edgewise.bench.load.Load;
import dev.edgewise.bench.load.Submission;
import dev.edgewise.bench.process.ServerProcess;
import dev.edgewise.bench.round.Case;
import dev.edgewise.bench.round.Round;
import dev.edgewise.bench.round.Submitted;
import dev.edgewise.server.database.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts that decide what a task costs, and that do not depend on the machine. */
class CountsTest {

  /** The loops act only on signals, so that the counted statements belong to the requests. */
  private static final Map<String, String> QUIET = Map.of("RETRY_LOOP_INTERVAL_MS", "3600000");

  private static final int COMPLETERS = 64;
  private static final int TASKS_EACH = 50;

  /** Enough for the three parents and children of a task, but not for thirty thousand others. */
  private static final long ROWS_PER_TASK = 40;

  @TempDir static Path folder;

  private static ServerProcess start(BenchDatabase database) {
    return ServerProcess.start(database.jdbcUrl(), QUIET, QuickServer.OPTIONS, folder);
  }

  @Test
  void completionsShareStatementsWhateverTheNumberOfChildren() throws Exception {
    try (BenchDatabase database = FleetingPostgres.instance().create();
        ServerProcess server = start(database);
        Connection connection = database.connect()) {
      assertThat(statementsPerTask(server, connection)).isLessThan(0.2);
      for (int children : List.of(1, 10, 100, 1_000)) {
        assertThat(statementsOfFanout(server, connection, children))
            .as("%d children", children)
            .containsOnly(entry("with counted as", 1L), entry("insert into queue", 1L));
      }
    }
  }

  /** Completes tasks that are claimed already, each by its own request, many at once. */
  private static double statementsPerTask(ServerProcess server, Connection connection)
      throws Exception {
    submit(server, Load.WIDE, COMPLETERS * TASKS_EACH);
    List<Callable<Void>> completing = new ArrayList<>();
    for (int i = 0; i < COMPLETERS; i++) {
      var client = new WorkerClient(server);
      List<Held> held = client.claim(TASKS_EACH);
      completing.add(() -> {
        try (client) {
          held.forEach(task -> client.complete(List.of(task)));
        }
        return null;
      });
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Counters before = Counters.read(connection, true);
      for (Future<Void> end : threads.invokeAll(completing)) {
        end.get();
      }
      Counters counted = Counters.read(connection, true).since(before);
      return counted.statements() / (double) (COMPLETERS * TASKS_EACH);
    }
  }

  private static String threeWords(String query) {
    return Stream.of(query.split(" ", -1)).limit(3).collect(Collectors.joining(" "));
  }

  /** The server remembers the batch, because it accepted its submission. */
  private static Map<String, Long> statementsOfFanout(
      ServerProcess server, Connection connection, int children) {
    submit(server, Load.FANOUT, children + 2);
    try (var client = new WorkerClient(server)) {
      List<Held> root = client.claim(1);
      Map<String, Long> before = Statements.calls(connection);
      client.complete(root);
      Map<String, Long> executed = Statements.calls(connection);
      client.complete(client.claim(children));
      client.complete(client.claim(1));
      before.forEach((query, calls) -> executed.merge(query, -calls, Long::sum));
      executed.values().removeIf(calls -> calls == 0);
      // Once a second a server checks whether other servers listen.
      executed.keySet().removeIf(query -> query.contains("pg_locks"));
      return executed.entrySet().stream()
          .collect(Collectors.toMap(entry -> threeWords(entry.getKey()), Map.Entry::getValue));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"analyze pg_class", "vacuum analyze"})
  void noStatementReadsAWholeTableWhateverTheStatistics(String knowledge) throws SQLException {
    try (BenchDatabase database = FleetingPostgres.instance().create()) {
      Map<String, Scans> before;
      int tasks = 0;
      try (ServerProcess server = start(database)) {
        load(database, knowledge);
        before = scans(database);
        for (ExecutorKind kind : ExecutorKind.values()) {
          Case what = new Case(Load.LAYERS, kind, 250, 2, 16, 50);
          tasks += what.tasks();
          try (Executor executor = kind.start(server, what.concurrency(), what.atOnce(), folder)) {
            new Round(what, server, database, executor, (_, _, _) -> {}).measure();
          }
        }
      }
      // PostgreSQL has the counts of a connection for certain once the connection has ended.
      Map<String, Scans> after = scans(database);
      int all = tasks;
      assertThat(after)
          .allSatisfy((table, scans) -> {
            Scans earlier = before.getOrDefault(table, new Scans(0, 0));
            // Each request for the metrics counts all leases.
            if (!table.equals("lease")) {
              assertThat(scans.sequential()).as(table).isEqualTo(earlier.sequential());
            }
            assertThat((scans.rowsByIndex() - earlier.rowsByIndex()) / all)
                .as("rows of %s by index for each task", table)
                .isLessThan(ROWS_PER_TASK);
          });
      assertThat(database.findings()).isEmpty();
    }
  }

  /**
   * Fills the tables with a batch that has ended, so that the planner's statistics are wrong.
   *
   * @param knowledge leaves the planner without statistics, or tells it that the tables are empty
   */
  private static void load(BenchDatabase database, String knowledge) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(knowledge);
      for (String sql : Sql.named("guard/load").split(";\\n", -1)) {
        statement.execute(sql);
      }
    }
  }

  private static void submit(ServerProcess server, Load load, int size) {
    Submitted.to(server, Submission.of(load.graph(size)), 1, (_, _, _) -> {});
  }

  /** How often a table was read as a whole, and how many of its rows indexes found. */
  private record Scans(long sequential, long rowsByIndex) {}

  private static Map<String, Scans> scans(BenchDatabase database) throws SQLException {
    Map<String, Scans> scans = new TreeMap<>();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select relname, seq_scan, idx_tup_fetch from pg_stat_user_tables where relname in"
                    + " ('task', 'task_state', 'fact', 'queue', 'lease', 'event')")) {
      while (row.next()) {
        scans.put(row.getString(1), new Scans(row.getLong(2), row.getLong(3)));
      }
    }
    return scans;
  }
}
