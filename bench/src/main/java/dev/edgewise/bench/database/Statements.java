package dev.edgewise.bench.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The statements that a database has executed, each by its first words. */
public final class Statements {

  /** The driver is given no comments, so that nothing but the text tells them apart. */
  private static final String NAME = "left(regexp_replace(query, '\\s+', ' ', 'g'), 90)";

  private static final String CALLS =
      """
      select %1$s %2$s as query, sum(calls) as calls
      from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and toplevel and query not like '%%%1$s%%' and %3$s
      group by 1
      """
          .formatted(Counters.MARK, NAME, Counters.COUNTS);

  private static final String TOP =
      """
      select %1$s calls, total_exec_time, mean_exec_time, rows, wal_bytes, shared_blks_hit,
        %2$s as query
      from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and toplevel and query not like '%%%1$s%%'
      order by total_exec_time desc
      limit ?
      """
          .formatted(Counters.MARK, NAME);

  private Statements() {}

  /** Forgets what was counted so far. */
  public static void reset(BenchDatabase database) {
    try (Connection connection = database.connect();
        PreparedStatement statement =
            connection.prepareStatement(
                "select " + Counters.MARK + " pg_stat_statements_reset()")) {
      statement.execute();
    } catch (SQLException e) {
      throw new IllegalStateException("The statements cannot be forgotten", e);
    }
  }

  /** How often each was executed so far. */
  public static Map<String, Long> calls(Connection connection) {
    Map<String, Long> calls = new HashMap<>();
    try (PreparedStatement statement = connection.prepareStatement(CALLS);
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        calls.put(row.getString("query"), row.getLong("calls"));
      }
    } catch (SQLException e) {
      throw new IllegalStateException("The statements cannot be read", e);
    }
    return calls;
  }

  /** A table of those on which it has spent most of its time. */
  public static List<String> lines(BenchDatabase database, int count) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "  %9s %9s %9s %10s %9s %9s"
            .formatted("calls", "total ms", "mean ms", "rows", "WAL kB", "buffers"));
    try (Connection connection = database.connect();
        PreparedStatement statement = connection.prepareStatement(TOP)) {
      statement.setInt(1, count);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          lines.add(
              "  %,9d %,9.0f %9.3f %,10d %,9d %,9d  %s"
                  .formatted(
                      row.getLong("calls"),
                      row.getDouble("total_exec_time"),
                      row.getDouble("mean_exec_time"),
                      row.getLong("rows"),
                      row.getLong("wal_bytes") >> 10,
                      row.getLong("shared_blks_hit"),
                      row.getString("query")));
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException("The statements cannot be read", e);
    }
    return lines;
  }
}
