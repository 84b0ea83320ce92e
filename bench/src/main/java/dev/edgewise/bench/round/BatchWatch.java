package dev.edgewise.bench.round;

import dev.edgewise.bench.database.Counters;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** Looks at batches from beside the server, with the database's clock. */
final class BatchWatch {

  private static final String STANDING =
      "select "
          + Counters.MARK
          + " count(*) filter (where completed_at is null) as open,"
          + " coalesce(sum(success + failure + canceled + skipped), 0) as ended,"
          + " coalesce(sum(success), 0) as succeeded,"
          + " extract(epoch from max(completed_at)) as last_end,"
          + " extract(epoch from clock_timestamp()) as now"
          + " from batch where batch_id = any(?)";

  private final Connection connection;
  private final Array batches;

  /** How many batches are open and how many of their tasks have ended. */
  record Standing(int open, long ended) {}

  /** Reads a column. */
  private interface Reading<T> {
    T of(ResultSet row) throws SQLException;
  }

  BatchWatch(Connection connection, List<UUID> batches) throws SQLException {
    this.connection = connection;
    this.batches = connection.createArrayOf("uuid", batches.toArray());
  }

  Standing standing() {
    return read(row -> new Standing(row.getInt("open"), row.getLong("ended")));
  }

  long succeeded() {
    return read(row -> row.getLong("succeeded"));
  }

  /** The time in seconds. */
  double now() {
    return read(row -> row.getDouble("now"));
  }

  /** When the last batch ended, in seconds. */
  double lastEnd() {
    return read(row -> row.getDouble("last_end"));
  }

  private <T> T read(Reading<T> reading) {
    try (PreparedStatement statement = connection.prepareStatement(STANDING)) {
      statement.setArray(1, batches);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return reading.of(row);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("The batches cannot be read", e);
    }
  }
}
