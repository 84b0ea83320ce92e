package dev.edgewise.server.store.schedule;

import dev.edgewise.core.state.Workspace;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Starts the ticks of a schedule that are over.
 *
 * @param from the first moment
 * @param to the moment behind the last one
 * @param maxParallel how many runs may go on at once
 * @param again whether ticks that have started are started again
 * @param ticks how many it was to start
 * @param createdBy the person or key
 * @param endedAt null while it goes on
 */
public record Backfill(
    UUID id,
    Workspace workspace,
    String schedule,
    Instant from,
    Instant to,
    int maxParallel,
    boolean again,
    int ticks,
    State state,
    String createdBy,
    Instant createdAt,
    @Nullable Instant endedAt) {

  /** How it stands. */
  public enum State {
    RUNNING,
    DONE,
    CANCELED
  }

  static Backfill read(ResultSet row) throws SQLException {
    Timestamp ended = row.getTimestamp("ended_at");
    return new Backfill(
        row.getObject("backfill_id", UUID.class),
        new Workspace(row.getInt("workspace")),
        row.getString("schedule"),
        row.getTimestamp("from_at").toInstant(),
        row.getTimestamp("to_at").toInstant(),
        row.getInt("max_parallel"),
        row.getBoolean("again"),
        row.getInt("ticks"),
        State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
        row.getString("created_by"),
        row.getTimestamp("created_at").toInstant(),
        ended == null ? null : ended.toInstant());
  }
}
