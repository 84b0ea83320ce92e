package dev.edgewise.server.testing;

import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;

/** Counts the statements that are executed while it is open. */
public final class StatementCount implements SqlLogger, AutoCloseable {
  private final Jdbi jdbi;
  private final AtomicInteger count = new AtomicInteger();

  private StatementCount(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  public static StatementCount of(Jdbi jdbi) {
    StatementCount count = new StatementCount(jdbi);
    jdbi.setSqlLogger(count);
    return count;
  }

  @Override
  public void logAfterExecution(StatementContext context) {
    count.incrementAndGet();
  }

  public int statements() {
    return count.get();
  }

  @Override
  public void close() {
    jdbi.setSqlLogger(SqlLogger.NOP_SQL_LOGGER);
  }
}
