package dev.edgewise.server.store.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetentionTest {
  private static final Instant NOW = Instant.parse("2026-01-31T00:00:00Z");

  @Test
  void onlyBatchesThatEndedLongAgoAreDeletedWithTheirTasks() {
    try (TestDatabase test = TestDatabase.open();
        TestStore store = new TestStore(test.database())) {
      Database database = test.database();
      UUID old = batch(database, store, NOW.minus(Duration.ofDays(40)));
      UUID older = batch(database, store, NOW.minus(Duration.ofDays(50)));
      UUID recent = batch(database, store, NOW.minus(Duration.ofDays(10)));
      UUID live = batch(database, store, null);
      Retention retention = new Retention(database);
      Instant cutoff = NOW.minus(Duration.ofDays(30));

      assertThat(retention.step(cutoff, 1)).isEqualTo(new Retention.Removed(1, 1));
      assertThat(batches(database)).containsExactlyInAnyOrder(old, recent, live);
      assertThat(retention.step(cutoff, 1)).isEqualTo(new Retention.Removed(1, 1));
      assertThat(retention.step(cutoff, 1)).isEqualTo(new Retention.Removed(0, 0));

      assertThat(batches(database)).containsExactlyInAnyOrder(recent, live).doesNotContain(older);
      assertThat(tasks(database)).containsExactlyInAnyOrder(recent, live);
    }
  }

  /** A batch of one task that ended at a time, or has not ended. */
  private static UUID batch(Database database, TestStore store, @Nullable Instant completedAt) {
    UUID id = store.submit(null, TestTask.task("a"));
    if (completedAt != null) {
      store.succeed(store.claim("test"), null);
      database
          .reader()
          .useHandle(handle ->
              handle.execute(
                  "update batch set completed_at = ?::timestamptz where batch_id = ?",
                  completedAt.toString(),
                  id));
    }
    return id;
  }

  private static List<UUID> batches(Database database) {
    return ids(database, "select batch_id from batch");
  }

  private static List<UUID> tasks(Database database) {
    return ids(database, "select batch_id from task join task_state using (batch_id, no)");
  }

  private static List<UUID> ids(Database database, String sql) {
    return database.reader().withHandle(handle -> handle.createQuery(sql).mapTo(UUID.class).list());
  }
}
