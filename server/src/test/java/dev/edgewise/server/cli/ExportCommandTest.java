package dev.edgewise.server.cli;

import static dev.edgewise.server.testing.TestTask.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads exported files with DuckDB. */
class ExportCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int export(TestDatabase database, Path to) {
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute("export", "--out", to.toString(), "--database-url", database.jdbcUrl());
  }

  /** The rows of a query, in which {@code table} stands for a file, each as one text. */
  private List<String> read(String query) throws SQLException {
    String sql = query.replaceAll("@(\\w+)", "read_parquet('" + folder + "/$1.parquet')");
    List<String> rows = new ArrayList<>();
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement()) {
      statement.execute("set timezone = 'UTC'");
      try (ResultSet row = statement.executeQuery(sql)) {
        while (row.next()) {
          List<String> cells = new ArrayList<>();
          for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            cells.add(String.valueOf(row.getObject(i)));
          }
          rows.add(String.join(" ", cells));
        }
      }
    }
    return rows;
  }

  @Test
  void duckDbReadsEveryExportedTable() throws Exception {
    try (TestDatabase database = TestDatabase.open();
        var store = new TestStore(database.database())) {
      UUID batch =
          store.submit(
              "Übung",
              task("1").kind("first"),
              task("2").kind("second").after("1"),
              task("3").on(Condition.ON_FAILURE, "1"),
              task("4").kind("retried").retry(1));
      store.succeed(store.claim("first"), "{\"n\": 7}");
      store.fail(store.claim("retried"), "boom");
      UUID other =
          store.submit(null, task("1").on(Condition.ALWAYS, new TaskKey(batch, 1).publicId()));

      assertThat(export(database, folder)).as(err.toString()).isZero();

      assertThat(out.toString()).contains("2 rows").contains("5 rows").contains("tasks.parquet");
      assertThat(
              read(
                  "select name, state, total, success, tenant_id, workspace_id from @runs where"
                      + " name is not null"))
          .containsExactly("Übung running 4 1 default default");
      assertThat(
              read(
                  "select local_id, status, attempt, failure_reason, result from @tasks where"
                      + " batch_id = '"
                      + batch
                      + "' order by task_id"))
          .containsExactly(
              "1 success 0 null {\"n\": 7}",
              "2 pending 0 null null",
              "3 skipped 0 Dependency condition not met null",
              "4 retry_pending 1 boom null");
      assertThat(
              read(
                  "select downstream_task_id, upstream_task_id, condition, satisfied, resolution"
                      + " from @dep_satisfaction"))
          .as("clustered by the downstream task")
          .containsExactly(
              "%s %s always true SUCCESS"
                  .formatted(new TaskKey(batch, 2).publicId(), new TaskKey(batch, 1).publicId()),
              "%s %s on_failure false SUCCESS"
                  .formatted(new TaskKey(batch, 3).publicId(), new TaskKey(batch, 1).publicId()),
              "%s %s always true SUCCESS"
                  .formatted(new TaskKey(other, 1).publicId(), new TaskKey(batch, 1).publicId()));
      assertThat(read("select task_id, purpose, due_at > timestamptz '2020-01-01' from @timers"))
          .containsExactly(new TaskKey(batch, 4).publicId() + " retry true");
      assertThat(
              read(
                  "select tenant_id, workspace_id, actor, action, target from @audit order by"
                      + " audit_id"))
          .containsExactly(
              "default default test batch.submit " + batch,
              "default default test batch.submit " + other);
      assertThat(read("select count(*) from @webhook_executions")).containsExactly("0");
      String ended =
          read("select epoch_us(ended_at) from @tasks where local_id = '1' and ended_at is not"
                  + " null")
              .getFirst();
      long micros =
          database
              .database()
              .reader()
              .withHandle(handle ->
                  handle
                      .createQuery(
                          "select (extract(epoch from ended_at) * 1000000)::bigint from task_state"
                              + " where batch_id = :batch and no = 1")
                      .bind("batch", batch)
                      .mapTo(Long.class)
                      .one());
      assertThat(ended).isEqualTo(Long.toString(micros));
      assertThat(
              read(
                  "select name from (describe select * from @tasks) as d (name) where name in"
                      + " ('tenant_id', 'workspace_id')"))
          .hasSize(2);

      store.succeed(store.claim("second"), null);
      assertThat(export(database, folder)).isZero();
      assertThat(read("select status from @tasks where local_id = '2'")).containsExactly("success");
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .containsExactlyInAnyOrder(
                "runs.parquet",
                "tasks.parquet",
                "dep_satisfaction.parquet",
                "timers.parquet",
                "webhook_executions.parquet",
                "audit.parquet");
      }
    }
  }

  @Test
  void edgesNameTheirTasksAndTheVersionsOfTheirFacts() throws Exception {
    try (TestDatabase database = TestDatabase.open();
        var store = new TestStore(database.database())) {
      UUID batch =
          store.submit("run", task("a").kind("a"), task("b").after("a"), task("c").after("b"));
      TaskKey a = store.claim("a");
      store.committer.apply(
          new Command.Reported("01ARZ3NDEKTSV4RRFFQ69G5FAV", new Command.Succeed(a, null, null)));
      assertThat(export(database, folder)).as(err.toString()).isZero();
      assertThat(
              read(
                  "select run_id, upstream_task_key, downstream_task_key, satisfied, resolution,"
                      + " row_version from @dep_satisfaction"))
          .containsExactly(
              batch + " a b true SUCCESS 01ARZ3NDEKTSV4RRFFQ69G5FAV",
              batch + " b c null null null");
      assertThat(
              read(
                  "select local_id, deps_total, deps_satisfied_count, ready_at is not null,"
                      + " length(row_version) from @tasks order by local_id"))
          .containsExactly("a 0 0 true 26", "b 1 1 true 26", "c 1 0 false 26");
      assertThat(read("select max(row_version) = min(row_version) from @tasks"))
          .containsExactly("false");
    }
  }

  @Test
  void rowGroupsAreSmallEnoughToPrune() throws Exception {
    try (TestDatabase database = TestDatabase.open();
        var store = new TestStore(database.database())) {
      store.submit(
          "many", IntStream.range(0, 25_000).mapToObj(i -> task("" + i)).toArray(TestTask[]::new));
      assertThat(export(database, folder)).as(err.toString()).isZero();
      assertThat(
              read(
                  "select distinct row_group_id, row_group_num_rows from parquet_metadata('"
                      + folder
                      + "/tasks.parquet') order by row_group_id"))
          .containsExactly("0 10000", "1 10000", "2 5000");
    }
  }

  @Test
  void aFolderThatCannotBeWrittenIsNamed() throws IOException {
    try (TestDatabase database = TestDatabase.open()) {
      Path file = Files.writeString(folder.resolve("file"), "x");
      assertThat(export(database, file)).isEqualTo(1);
      assertThat(err.toString()).contains("cannot be written").contains(file.toString());
    }
  }
}
