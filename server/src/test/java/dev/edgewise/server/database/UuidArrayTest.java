package dev.edgewise.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.store.Columns;
import dev.edgewise.server.testing.TestDatabase;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UuidArrayTest {
  @Test
  void postgresReadsWhatWasWritten() {
    List<UUID> ids = List.of(new UUID(0, 0), new UUID(-1, -1), UUID.randomUUID());
    try (TestDatabase database = TestDatabase.open()) {
      List<UUID> read =
          database
              .database()
              .engine()
              .withHandle(handle ->
                  handle
                      .createQuery("select unnest(:ids::uuid[])")
                      .bind("ids", Columns.of(ids))
                      .mapTo(UUID.class)
                      .list());
      assertThat(read).isEqualTo(ids);
    }
  }

  @Test
  void theBinaryFormIsThatOfPostgres() {
    byte[] binary = UuidArray.binary(new UUID[] {new UUID(1, 2)});
    assertThat(binary).hasSize(20 + 20).endsWith(0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2);
  }
}
