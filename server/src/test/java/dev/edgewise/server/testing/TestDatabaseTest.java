package dev.edgewise.server.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.DriverManager;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

class TestDatabaseTest {

  @Test
  void eachTestHasItsOwnDatabase() {
    try (TestDatabase one = TestDatabase.open();
        TestDatabase other = TestDatabase.open()) {
      Jdbi engine = one.database().engine();
      engine.useHandle(handle -> handle.execute("CREATE TABLE mine (id int)"));

      assertThat(tables(one)).contains("mine");
      assertThat(tables(other)).doesNotContain("mine");
    }
  }

  @Test
  void aDifferenceFailsTheTestThatClosesItsDatabase() {
    TestDatabase database = damaged();

    assertThatThrownBy(database::close).hasMessageContaining("i14_satisfied_counts_facts");
    assertThatThrownBy(() -> DriverManager.getConnection(database.jdbcUrl()))
        .hasMessageContaining("does not exist");
  }

  @Test
  void aDatabaseThatATestDamagedOnPurposeIsClosedWithoutACheck() {
    TestDatabase database = damaged().damagedBecause("satisfied counts a fact that is not there");

    assertThatCode(database::close).doesNotThrowAnyException();
  }

  private static TestDatabase damaged() {
    TestDatabase database = TestDatabase.open();
    try (var store = new TestStore(database.database())) {
      store.submit("damaged", TestTask.task("a"), TestTask.task("b").after("a"));
    }
    int rows =
        database
            .database()
            .reader()
            .inTransaction(handle -> {
              // Moves the version as a statement of the server would (I28).
              handle.execute("update batch set version = version + 1");
              return handle.execute("update task_state set satisfied = 1 where no = 2");
            });
    assertThat(rows).isEqualTo(1);
    return database;
  }

  private static List<String> tables(TestDatabase database) {
    return database
        .database()
        .reader()
        .withHandle(handle ->
            handle
                .createQuery("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
                .mapTo(String.class)
                .list());
  }
}
