package dev.edgewise.server.store.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetentionTest {
  private static final Instant NOW = Instant.parse("2026-01-31T00:00:00Z");

  @Test
  void onlyBatchesThatEndedLongAgoGoAndNothingOfThemStays() {
    try (TestDatabase test = TestDatabase.open()) {
      Database database = test.database();
      UUID old = batch(database, NOW.minus(Duration.ofDays(40)));
      UUID older = batch(database, NOW.minus(Duration.ofDays(50)));
      UUID recent = batch(database, NOW.minus(Duration.ofDays(10)));
      UUID live = batch(database, null);
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

  private static UUID batch(Database database, @Nullable Instant completedAt) {
    UUID id = UUID.randomUUID();
    String end = completedAt == null ? "null" : "timestamptz '" + completedAt + "'";
    String status = completedAt == null ? "pending" : "success";
    database
        .reader()
        .useHandle(handle -> {
          handle.execute(
              "insert into batch (batch_id, total, last_no, success, state, completed_at) values ('%s', 1, 1, %d, '%s', %s)"
                  .formatted(
                      id,
                      completedAt == null ? 0 : 1,
                      completedAt == null ? "running" : "succeeded",
                      end));
          handle.execute(
              "insert into task (batch_id, no, local_id, name, kind, first_of_kind, lane, timeout_secs, priority, children, conditions, parents, parent_conditions, created_at) values ('%s', 1, 'a', 'a', 'k', true, 'work:k', 60, 0, '{}', '', '{}', '', now())"
                  .formatted(id));
          handle.execute(
              "insert into task_state (batch_id, no, status, required, satisfied, ended_at, last_updated) values ('%s', 1, '%s', 0, 0, %s, now())"
                  .formatted(id, status, end));
        });
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
