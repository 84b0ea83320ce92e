package dev.edgewise.server.store.read;

import dev.edgewise.core.state.TaskKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One line of the ledger.
 *
 * @param task null when it is about the batch as a whole
 * @param attempt null when it is about the batch as a whole
 * @param detail the reason, or what else the type calls for; null when there is none
 * @param sourceId the outside event that caused it; null when there is none
 * @param actor the person or key that caused it; null when none did
 */
public record LedgerRow(
    long id,
    String type,
    @Nullable TaskKey task,
    @Nullable Integer attempt,
    Instant at,
    @Nullable String detail,
    @Nullable String sourceId,
    @Nullable String actor) {

  /** The id of an entry is its row's number times this, plus its place in the row. */
  private static final long ENTRIES_PER_ROW = 1 << 20;

  /** An id above every entry of the rows up to this number and below every entry of later rows. */
  public static long idAbove(long seq) {
    return (seq + 1) * ENTRIES_PER_ROW - 1;
  }

  static LedgerRow read(UUID batchId, ResultSet row) throws SQLException {
    Integer no = Cells.intOrNull(row, "no");
    return new LedgerRow(
        row.getLong("entry_id"),
        row.getString("type"),
        no == null ? null : new TaskKey(batchId, no),
        Cells.intOrNull(row, "attempt"),
        Cells.time(row, "at"),
        row.getString("detail"),
        row.getString("source_id"),
        row.getString("actor"));
  }
}
