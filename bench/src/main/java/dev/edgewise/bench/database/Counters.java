package dev.edgewise.bench.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What a database has counted up to a moment.
 *
 * @param statements executed, without those that begin and end transactions or set up a connection;
 *     negative when unknown
 * @param transactions that wrote something, by the numbers that the whole server has given them
 * @param walBytes written to the log by the whole server
 * @param updates of task_state
 * @param hotUpdates those of them that touched no index
 * @param queued tasks that have gone into the queue
 */
public record Counters(
    long statements, long transactions, long walBytes, long updates, long hotUpdates, long queued) {

  /** What a bench asks itself carries this mark and does not count. */
  public static final String MARK = "/* bench */";

  private static final String LOG_AND_UPDATES =
      """
      select %s pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal_bytes,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint as transactions,
        coalesce(sum(n_tup_upd), 0) as updates, coalesce(sum(n_tup_hot_upd), 0) as hot_updates,
        (select coalesce(max(last_value / increment_by), 0) from pg_sequences
          where sequencename = 'queue_position') as queued
      from pg_stat_user_tables
      where relname = 'task_state'
      """
          .formatted(MARK);

  /** What counts as a statement. */
  static final String COUNTS =
      "query !~* '^\\s*(begin|commit|rollback|start|set)\\M' and query !~* 'pg_notify'";

  private static final String STATEMENTS =
      """
      select %1$s
        coalesce(sum(calls) filter (where %2$s), 0) as statements
      from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and toplevel and query not like '%%%1$s%%'
      """
          .formatted(MARK, COUNTS);

  /** Lets the database count statements, where it can. */
  static boolean countStatements(Connection connection) {
    try (Statement statement = connection.createStatement()) {
      statement.execute("create extension if not exists pg_stat_statements");
      statement.execute(STATEMENTS);
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  /**
   * Reads the counters.
   *
   * @param counting whether the database counts statements
   */
  public static Counters read(Connection connection, boolean counting) {
    try (Statement statement = connection.createStatement()) {
      long statements = -1;
      if (counting) {
        try (ResultSet row = statement.executeQuery(STATEMENTS)) {
          row.next();
          statements = row.getLong("statements");
        }
      }
      try (ResultSet row = statement.executeQuery(LOG_AND_UPDATES)) {
        row.next();
        return new Counters(
            statements,
            row.getLong("transactions"),
            row.getLong("wal_bytes"),
            row.getLong("updates"),
            row.getLong("hot_updates"),
            row.getLong("queued"));
      }
    } catch (SQLException e) {
      throw new IllegalStateException("The counters cannot be read", e);
    }
  }

  /** What was counted since an earlier moment. */
  public Counters since(Counters earlier) {
    return new Counters(
        statements < 0 ? statements : statements - earlier.statements,
        transactions - earlier.transactions,
        walBytes - earlier.walBytes,
        updates - earlier.updates,
        hotUpdates - earlier.hotUpdates,
        queued - earlier.queued);
  }

  /** What was counted in two spans of time. */
  public Counters plus(Counters other) {
    return new Counters(
        statements + other.statements,
        transactions + other.transactions,
        walBytes + other.walBytes,
        updates + other.updates,
        hotUpdates + other.hotUpdates,
        queued + other.queued);
  }
}
