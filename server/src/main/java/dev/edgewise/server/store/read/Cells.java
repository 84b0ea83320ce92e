package dev.edgewise.server.store.read;

import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.ConditionLetters;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Columns read in the words of the domain. */
final class Cells {

  private Cells() {}

  static TaskKey key(ResultSet row, String batch, String no) throws SQLException {
    return new TaskKey(row.getObject(batch, UUID.class), row.getInt(no));
  }

  static TaskState state(ResultSet row, String name) throws SQLException {
    return Objects.requireNonNull(stateOrNull(row, name), name);
  }

  static @Nullable TaskState stateOrNull(ResultSet row, String name) throws SQLException {
    String column = row.getString(name);
    return column == null ? null : TaskState.valueOf(column.toUpperCase(Locale.ROOT));
  }

  static Condition condition(String column) {
    return ConditionLetters.condition(column.charAt(0));
  }

  static Instant time(ResultSet row, String name) throws SQLException {
    return row.getTimestamp(name).toInstant();
  }

  static @Nullable Instant timeOrNull(ResultSet row, String name) throws SQLException {
    Timestamp value = row.getTimestamp(name);
    return value == null ? null : value.toInstant();
  }

  static @Nullable Long longOrNull(ResultSet row, String name) throws SQLException {
    long value = row.getLong(name);
    return row.wasNull() ? null : value;
  }

  static @Nullable Duration millisOrNull(ResultSet row, String name) throws SQLException {
    long millis = row.getLong(name);
    return row.wasNull() ? null : Duration.ofMillis(millis);
  }

  static @Nullable Integer intOrNull(ResultSet row, String name) throws SQLException {
    int value = row.getInt(name);
    return row.wasNull() ? null : value;
  }

  static @Nullable Boolean flagOrNull(ResultSet row, String name) throws SQLException {
    boolean value = row.getBoolean(name);
    return row.wasNull() ? null : value;
  }
}
