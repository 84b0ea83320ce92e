package dev.edgewise.server.testing;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Counts the statements of engine and committers that are executed while it is open. A question for
 * the database's time does not count: it is asked only if no response contained it for some
 * seconds.
 */
public final class StatementCount implements SqlLogger, AutoCloseable {
  private final Set<Jdbi> counted;
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicInteger begun = new AtomicInteger();

  private StatementCount(Database database) {
    counted = new HashSet<>(List.of(database.engine(), database.committer()));
  }

  public static StatementCount of(Database database) {
    StatementCount count = new StatementCount(database);
    count.counted.forEach(jdbi -> jdbi.setSqlLogger(count));
    return count;
  }

  @Override
  public void logAfterExecution(StatementContext context) {
    if (context.getRawSql().equals(Sql.named("database/now"))) {
      return;
    }
    count.incrementAndGet();
    try {
      if (!context.getConnection().getAutoCommit()) {
        begun.incrementAndGet();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public int statements() {
    return count.get();
  }

  /** How many of them ran inside an explicit transaction. */
  public int begun() {
    return begun.get();
  }

  @Override
  public void close() {
    counted.forEach(jdbi -> jdbi.setSqlLogger(SqlLogger.NOP_SQL_LOGGER));
  }
}
