package dev.edgewise.server.store.log;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the logs of tasks, in order. */
public final class LogPages {
  private final Database database;

  public LogPages(Database database) {
    this.database = database;
  }

  /**
   * The lines of one request.
   *
   * @param firstLine the number of the first one
   * @param content a JSON array of objects
   * @param at when they were written
   */
  public record Row(int attempt, int firstLine, String content, Instant at) {}

  /**
   * Rows in order.
   *
   * @param more whether the page ended before the wanted number of rows because of its size
   */
  public record Page(List<Row> rows, boolean more) {
    public Page {
      rows = List.copyOf(rows);
    }
  }

  /**
   * The rows of a task's log with lines behind a place; the first row may begin before it.
   *
   * @param lastAttempt the last attempt whose lines are wanted
   * @param rows how many of them, at most
   * @param bytes the size at which the page ends
   */
  public Page page(TaskKey task, LogPosition after, int lastAttempt, int rows, int bytes) {
    record Found(Row row, int all) {}
    List<Found> found =
        database
            .reader()
            .withHandle(handle ->
                handle
                    .createQuery(Sql.named("log/page"))
                    .bind("batch", task.batchId())
                    .bind("no", task.no())
                    .bind("attempt", after.attempt())
                    .bind("after_line", after.line())
                    .bind("last_attempt", lastAttempt)
                    .bind("rows", rows)
                    .bind("most_bytes", bytes)
                    .map((row, _) -> new Found(row(row), row.getInt("found")))
                    .list());
    boolean more = !found.isEmpty() && found.getFirst().all() > found.size();
    return new Page(found.stream().map(Found::row).toList(), more);
  }

  private static Row row(ResultSet row) throws SQLException {
    return new Row(
        row.getInt("attempt"),
        row.getInt("first_line"),
        row.getString("content"),
        row.getTimestamp("at").toInstant());
  }

  /**
   * Where a log ends, and how its task stands.
   *
   * @param ended whether the task is over
   * @param lastRow before the first line of the last row; null when there is none
   */
  public record End(int attempt, boolean ended, @Nullable LogPosition lastRow) {

    /** Whether no more lines can follow up to the end of an attempt. */
    public boolean isFinal(int lastAttempt) {
      return ended || attempt > lastAttempt;
    }
  }

  /** Where the logs of these tasks end; a task that does not exist is left out. */
  public Map<TaskKey, End> ends(Collection<TaskKey> tasks) {
    Columns columns = new Columns();
    Columns.Keys named = columns.keys();
    tasks.forEach(named::add);
    Map<TaskKey, End> ends = new HashMap<>();
    database
        .reader()
        .useHandle(handle ->
            columns
                .bindTo(handle.createQuery(Sql.named("log/newest")))
                .map((row, _) -> Map.entry(TaskLogs.key(row), end(row)))
                .forEach(entry -> ends.put(entry.getKey(), entry.getValue())));
    return ends;
  }

  private static End end(ResultSet row) throws SQLException {
    int attempt = row.getInt("log_attempt");
    LogPosition lastRow =
        row.wasNull() ? null : new LogPosition(attempt, row.getInt("first_line") - 1);
    return new End(row.getInt("attempt"), row.getBoolean("ended"), lastRow);
  }
}
