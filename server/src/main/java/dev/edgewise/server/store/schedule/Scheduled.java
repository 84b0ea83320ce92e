package dev.edgewise.server.store.schedule;

import dev.edgewise.core.state.Workspace;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A schedule and where it stands.
 *
 * @param nextTick null when none comes any more
 * @param queued whether the next tick has waited for the run before
 * @param lastTick the last one that was started, or could not be; null before the first
 * @param lastBatch the run that it started
 * @param lastError why it could not be started
 */
public record Scheduled(
    ScheduleSpec spec,
    boolean paused,
    Instant anchor,
    @Nullable Instant nextTick,
    boolean queued,
    @Nullable Instant lastTick,
    @Nullable UUID lastBatch,
    @Nullable String lastError,
    Instant createdAt,
    Instant updatedAt) {

  static Scheduled read(ResultSet row) throws SQLException {
    long interval = row.getLong("interval_millis");
    boolean regular = !row.wasNull();
    ScheduleSpec spec =
        new ScheduleSpec(
            new Workspace(row.getInt("workspace")),
            row.getString("name"),
            row.getString("definition"),
            row.getString("workflow"),
            row.getString("inputs"),
            row.getString("cron"),
            regular ? Duration.ofMillis(interval) : null,
            ZoneId.of(row.getString("zone")),
            Duration.ofMillis(row.getLong("jitter_millis")),
            Overlap.ofColumn(row.getString("overlap")),
            Duration.ofMillis(row.getLong("catch_up_millis")));
    return new Scheduled(
        spec,
        row.getBoolean("paused"),
        row.getTimestamp("anchor").toInstant(),
        time(row, "next_tick"),
        row.getBoolean("queued"),
        time(row, "last_tick"),
        row.getObject("last_batch", UUID.class),
        row.getString("last_error"),
        row.getTimestamp("created_at").toInstant(),
        row.getTimestamp("updated_at").toInstant());
  }

  private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
    Timestamp time = row.getTimestamp(column);
    return time == null ? null : time.toInstant();
  }

  public Cadence cadence() {
    return spec.cadence(anchor);
  }
}
