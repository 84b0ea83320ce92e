package dev.edgewise.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.testing.TestDatabase;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.junit.jupiter.api.Test;

class DatabaseTest {

  @Test
  void connectionsPlanWithoutStatisticsExceptForLists() {
    try (TestDatabase test = TestDatabase.openEmpty()) {
      Database database = test.database();

      assertThat(setting(database.engine(), "plan_cache_mode")).isEqualTo("force_generic_plan");
      assertThat(setting(database.engine(), "enable_hashjoin")).isEqualTo("off");
      assertThat(setting(database.engine(), "enable_mergejoin")).isEqualTo("off");
      assertThat(setting(database.engine(), "application_name")).isEqualTo("edgewise");
      assertThat(setting(database.engine(), "enable_seqscan")).isEqualTo("off");
      assertThat(setting(database.engine(), "jit")).isEqualTo("off");
      assertThat(setting(database.reader(), "plan_cache_mode")).isEqualTo("force_generic_plan");
      String free =
          database.list(
              TransactionIsolationLevel.READ_COMMITTED,
              handle -> handle.createQuery("show enable_seqscan").mapTo(String.class).one());
      assertThat(free).isEqualTo("on");
      assertThat(setting(database.reader(), "enable_seqscan")).isEqualTo("off");
    }
  }

  @Test
  void optionsOfTheUrlAreKeptNextToTheEngines() {
    try (TestDatabase test = TestDatabase.openEmpty()) {
      DatabaseSettings settings = test.settings();
      String url = settings.jdbcUrl() + "&options=-c%20statement_timeout%3D1234";
      try (Database database = Database.open(DatabaseSettings.of(url, null, null))) {
        assertThat(setting(database.engine(), "statement_timeout")).isEqualTo("1234ms");
        assertThat(setting(database.engine(), "plan_cache_mode")).isEqualTo("force_generic_plan");
        assertThat(setting(database.reader(), "statement_timeout")).isEqualTo("1234ms");
      }
    }
  }

  @Test
  void twoServersMayMigrateAnEmptyDatabaseAtOnce() throws Exception {
    try (TestDatabase test = TestDatabase.openEmpty();
        Database other = Database.open(test.settings());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CyclicBarrier together = new CyclicBarrier(2);
      List<Callable<Integer>> migrations =
          List.of(
              () -> {
                together.await();
                return test.database().migrate();
              },
              () -> {
                together.await();
                return other.migrate();
              });

      int steps = 0;
      for (Future<Integer> migration : threads.invokeAll(migrations)) {
        steps += migration.get();
      }

      assertThat(steps).isEqualTo(migrationFiles());
      assertThat(other.migrate()).isZero();
    }
  }

  @Test
  void pingReturnsWhetherTheDatabaseAnswers() {
    try (TestDatabase test = TestDatabase.openEmpty()) {
      assertThat(test.database().ping()).isTrue();
      test.database().close();
      assertThat(test.database().ping()).isFalse();
    }
  }

  private static int migrationFiles() throws Exception {
    URL folder = Database.class.getResource("/db/migration");
    return folder == null ? 0 : Path.of(folder.toURI()).toFile().list().length;
  }

  private static String setting(Jdbi jdbi, String name) {
    return jdbi.withHandle(handle -> handle.createQuery("SHOW " + name).mapTo(String.class).one());
  }
}
