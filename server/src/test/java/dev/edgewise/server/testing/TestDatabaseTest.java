package dev.edgewise.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

class TestDatabaseTest {

  @Test
  void eachTestHasADatabaseOfItsOwn() {
    try (TestDatabase one = TestDatabase.open();
        TestDatabase other = TestDatabase.open()) {
      Jdbi engine = one.database().engine();
      engine.useHandle(handle -> handle.execute("CREATE TABLE mine (id int)"));

      assertThat(tables(one)).contains("mine");
      assertThat(tables(other)).doesNotContain("mine");
    }
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
