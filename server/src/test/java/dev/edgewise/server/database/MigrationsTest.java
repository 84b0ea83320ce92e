package dev.edgewise.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.testing.TestDatabase;
import org.junit.jupiter.api.Test;

class MigrationsTest {

  /** Flyway's checksum, by which it refuses a database whose migrations were others. */
  @Test
  void theFirstMigrationStaysAsItWasReleased() {
    try (var database = TestDatabase.open()) {
      assertThat(
              database.text("select checksum::text from flyway_schema_history where version = '1'"))
          .as("V1 is released: add a new migration instead")
          .isEqualTo("1832351566");
    }
  }
}
