package dev.edgewise.server.store.log;

import static java.util.Comparator.comparing;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.database.Transactions;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.claim.Leases.Held;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** Appends to the logs of attempts. A row has the lines of one request. */
public final class TaskLogs {
  private final Database database;
  private final Supplier<Duration> skew;
  private final long maxBytes;

  /**
   * @param skew added to the database's clock; zero outside tests
   * @param maxBytes how many bytes an attempt may log
   */
  public TaskLogs(Database database, Supplier<Duration> skew, long maxBytes) {
    this.database = database;
    this.skew = skew;
    this.maxBytes = maxBytes;
  }

  /** What becomes of the lines about an attempt. */
  public sealed interface Appended {
    /** They are stored, except those that exceed the limit. */
    record Stored(int lines, int dropped) implements Appended {}

    /** The attempt is not under way. */
    record Stale() implements Appended {}

    /** There is no such task. */
    record Unknown() implements Appended {}
  }

  /** How much an attempt has logged. */
  private record Extent(boolean current, int nextLine, long totalBytes, boolean cutOff) {
    static Extent read(ResultSet row) throws SQLException {
      return new Extent(
          row.getBoolean("current"),
          row.getInt("next_line"),
          row.getLong("total_bytes"),
          row.getBoolean("cut_off"));
    }
  }

  /**
   * Appends lines to the logs of attempts and returns what becomes of them.
   *
   * <p>Where another request has appended to an attempt meanwhile, the lines are tried again. One
   * of the requests gets on each time.
   */
  public Map<Held, Appended> append(Map<Held, List<LogLine>> lines) {
    Map<Held, Appended> results = new HashMap<>();
    Map<Held, List<LogLine>> open = new HashMap<>(lines);
    while (!open.isEmpty()) {
      results.putAll(
          Transactions.retrying(database.reader(), handle -> append(handle, Map.copyOf(open))));
      open.keySet().removeAll(results.keySet());
    }
    return results;
  }

  /** One try; it has no result for the attempts that another request was faster with. */
  private Map<Held, Appended> append(Handle handle, Map<Held, List<LogLine>> lines) {
    List<Held> attempts = lines.keySet().stream().sorted(comparing(Held::task)).toList();
    Map<Held, Extent> extents = extents(handle, attempts);
    Map<Held, Appended> results = new HashMap<>();
    Map<Held, Appended> written = new HashMap<>();
    RowColumns rows = new RowColumns();
    for (Held held : attempts) {
      List<LogLine> given = lines.getOrDefault(held, List.of());
      Extent extent = extents.get(held);
      if (extent == null) {
        results.put(held, new Appended.Unknown());
      } else if (!extent.current()) {
        results.put(held, new Appended.Stale());
      } else if (extent.cutOff() || given.isEmpty()) {
        results.put(held, new Appended.Stored(0, given.size()));
      } else {
        LogRow row = LogRow.of(given, extent.totalBytes(), maxBytes);
        rows.add(held, extent.nextLine(), row);
        written.put(held, new Appended.Stored(given.size() - row.dropped(), row.dropped()));
      }
    }
    if (!written.isEmpty()) {
      Set<TaskKey> stored = write(handle, rows);
      written.forEach((held, result) -> {
        if (stored.contains(held.task())) {
          results.put(held, result);
        }
      });
    }
    return results;
  }

  private static Map<Held, Extent> extents(Handle handle, List<Held> attempts) {
    Columns columns = new Columns();
    AttemptColumns named = new AttemptColumns(columns);
    attempts.forEach(named::add);
    Map<Held, Extent> extents = new HashMap<>();
    columns
        .bindTo(handle.createQuery(Sql.named("log/extents")))
        .map((row, _) -> {
          Token token = new Token(row.getInt("attempt"), row.getInt("claims"));
          return Map.entry(new Held(key(row), token), Extent.read(row));
        })
        .forEach(entry -> extents.put(entry.getKey(), entry.getValue()));
    return extents;
  }

  private Set<TaskKey> write(Handle handle, RowColumns rows) {
    return rows.columns
        .bindTo(handle.createQuery(Sql.named("log/append")))
        .bind("now", Timestamp.from(DatabaseTime.now(handle).plus(skew.get())))
        .map((row, _) -> key(row))
        .collect(Collectors.toSet());
  }

  static TaskKey key(ResultSet row) throws SQLException {
    return new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no"));
  }

  /** The columns that name attempts. */
  private static final class AttemptColumns {
    private final Columns.Keys named;
    private final Columns.Column attempts;
    private final Columns.Column claims;

    AttemptColumns(Columns columns) {
      named = columns.keys();
      attempts = columns.integers("attempts");
      claims = columns.integers("claims");
    }

    void add(Held held) {
      named.add(held.task());
      attempts.add(held.token().attempt());
      claims.add(held.token().claim());
    }
  }

  /** The new rows. */
  private static final class RowColumns {
    private final Columns columns = new Columns();
    private final AttemptColumns attempts = new AttemptColumns(columns);
    private final Columns.Column firstLines = columns.integers("first_lines");
    private final Columns.Column lines = columns.integers("lines");
    private final Columns.Column bytes = columns.integers("bytes");
    private final Columns.Column totalBytes = columns.longs("total_bytes");
    private final Columns.Column cutOff = columns.booleans("cut_off");
    private final Columns.Column contents = columns.texts("contents");

    void add(Held held, int firstLine, LogRow row) {
      attempts.add(held);
      firstLines.add(firstLine);
      lines.add(row.lines());
      bytes.add(row.bytes());
      totalBytes.add(row.totalBytes());
      cutOff.add(row.cutOff());
      contents.add(row.content());
    }
  }
}
