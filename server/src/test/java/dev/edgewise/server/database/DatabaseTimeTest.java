package dev.edgewise.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.testing.TestDatabase;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The database's time, on a real database. */
class DatabaseTimeTest {
  private static final String ISO =
      "select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')";

  private final TestDatabase database = TestDatabase.openEmpty();
  private final AtomicInteger statements = new AtomicInteger();
  private Jdbi engine;

  @BeforeEach
  void count() {
    engine = database.database().engine();
    engine.setSqlLogger(
        new SqlLogger() {
          @Override
          public void logAfterExecution(StatementContext context) {
            statements.incrementAndGet();
          }
        });
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Instant now() {
    return engine.withHandle(DatabaseTime::now);
  }

  @Test
  void theDatabaseIsAskedOnlyIfNoRecentResponseContainedItsTime() {
    Instant before = Instant.parse(database.text(ISO));
    Instant first = now();
    Instant second = now();
    Instant after = Instant.parse(database.text(ISO));

    assertThat(statements).hasValue(1);
    assertThat(first).isBetween(before, after.plus(DatabaseClock.MAX_AHEAD));
    assertThat(second).isAfter(first);
  }

  @Test
  void theServerThatTakesOverIsAskedForItsOwnTime() {
    now();
    database.database().lost();
    now();

    assertThat(statements).hasValue(2);
  }
}
