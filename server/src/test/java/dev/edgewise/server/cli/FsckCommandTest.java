package dev.edgewise.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.DatabasePart;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.config.ConfigurationReader;
import dev.edgewise.server.testing.TemporaryFolder;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FsckCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  private static UUID submit(TestDatabase database) {
    try (var store = new TestStore(database.database())) {
      return store.submit("sound", TestTask.task("a"), TestTask.task("b").after("a"));
    }
  }

  @Test
  void aSoundDatabaseHasNoDifferences() {
    try (TestDatabase database = TestDatabase.open()) {
      submit(database);
      assertThat(run("fsck", "--database-url", database.jdbcUrl())).isZero();
      assertThat(out.toString()).isEqualTo("No differences.\n");
    }
  }

  @Test
  void listsEachDifferenceAndFails() {
    try (TestDatabase database =
        TestDatabase.open().damagedBecause("a task counts a fact that is not there")) {
      UUID batch = submit(database);
      database
          .database()
          .reader()
          .useTransaction(handle -> {
            handle.execute("update batch set version = version + 1");
            handle.execute("update task_state set satisfied = 1 where no = 2 and satisfied = 0");
          });
      String url = "--database-url=" + database.jdbcUrl();
      String task = batch.toString().replaceFirst("0{8}$", "00000002");

      assertThat(run("fsck", url)).isEqualTo(1);
      assertThat(out.toString())
          .contains(task + " i14_satisfied_counts_facts: satisfied is 1, but 0 facts are\n")
          .endsWith(" differences.\n");
      out.getBuffer().setLength(0);
      assertThat(run("fsck", "--json", url)).isEqualTo(1);
      assertThat(out.toString().lines().toList())
          .contains(
              "{\"invariant\":\"i14_satisfied_counts_facts\",\"id\":\"%s\",\"difference\":\"satisfied is 1, but 0 facts are\"}"
                  .formatted(task));
    }
  }

  @Test
  void runsBesideAServerOnTheEmbeddedDatabase() {
    try (var folder = new TemporaryFolder(Path.of("target"))) {
      String flag = "--edgewise-data-dir=" + folder.path();
      var configuration =
          (Configuration.Valid)
              ConfigurationReader.read(
                  Map.of("EDGEWISE_DATA_DIR", folder.path().toString()), Map.of());
      try (var part = DatabasePart.start(configuration.settings().storage())) {
        assertThat(run("fsck", flag)).isEqualTo(1);
        assertThat(err.toString()).contains("The database has no schema yet");
        part.database().migrate();
        assertThat(run("fsck", flag)).as(err.toString()).isZero();
      }
    }
  }
}
