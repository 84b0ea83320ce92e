package dev.edgewise.server.store.read;

import dev.edgewise.core.state.TaskKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One call of a task's webhook, made or owed.
 *
 * @param trigger start, success, failure or cancel
 * @param status pending, success or failure of the last call; owed while another one is due, dead
 *     when there will be none
 * @param url null once nothing is owed
 * @param attempts how often it was called
 * @param responseStatus null when no answer came
 * @param responseBody its beginning; null when the answer had none
 * @param error null when nothing went wrong
 * @param dueAt when it is called next; null when it is not
 * @param createdAt null before the first call
 * @param updatedAt null before the first call
 */
public record DeliveryRow(
    String idempotencyKey,
    TaskKey task,
    String trigger,
    int attempt,
    String status,
    @Nullable String url,
    int attempts,
    @Nullable Integer responseStatus,
    @Nullable String responseBody,
    @Nullable String error,
    @Nullable Instant dueAt,
    @Nullable Instant createdAt,
    @Nullable Instant updatedAt) {

  static DeliveryRow read(ResultSet row) throws SQLException {
    return new DeliveryRow(
        row.getString("idempotency_key"),
        Cells.key(row, "batch_id", "no"),
        row.getString("trigger"),
        row.getInt("attempt"),
        row.getString("status"),
        row.getString("url"),
        row.getInt("attempts"),
        Cells.intOrNull(row, "response_status"),
        row.getString("response_body"),
        row.getString("error"),
        Cells.timeOrNull(row, "due_at"),
        Cells.timeOrNull(row, "created_at"),
        Cells.timeOrNull(row, "updated_at"));
  }
}
