package dev.edgewise.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.testing.TcpProxy;
import dev.edgewise.server.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DeadConnectionWatchTest {
  private static final Duration PATIENCE = Duration.ofMillis(300);
  private static final Duration PAUSE = Duration.ofMillis(100);

  @Test
  void longWorkGoesOnAndASwallowedConnectionIsGivenUp() throws Exception {
    try (var database = TestDatabase.openEmpty();
        var proxy = TcpProxy.inFrontOf(database.jdbcUrl());
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var direct = Pools.brief(database.settings());
      var swallowed = Pools.brief(settings(proxy.through(database.jdbcUrl())));
      direct.setProperty("socketTimeout", "0");
      swallowed.setProperty("socketTimeout", "0");
      var connections = new Connections();
      try (var watch = new DeadConnectionWatch(connections, direct, PATIENCE, PAUSE);
          Connection working = connections.source(direct).getConnection();
          Connection waiting = connections.source(direct).getConnection();
          Connection vanished = connections.source(swallowed).getConnection()) {
        execute(working, "create table locked (id int)");
        working.setAutoCommit(false);
        execute(working, "lock table locked");
        var blocked = CompletableFuture.runAsync(() -> execute(waiting, "table locked"), callers);

        proxy.swallow();
        // Much longer than a connection may seem dead.
        var sleeping =
            CompletableFuture.runAsync(() -> execute(working, "select pg_sleep(2)"), callers);
        assertThatThrownBy(() -> execute(vanished, "select 1")).hasMessageContaining("I/O error");

        sleeping.join();
        assertThat(blocked).isNotDone();
        working.rollback();
        blocked.join();
      }
    }
  }

  @Test
  void aConnectionIsGivenUpWhenNoNewOneReachesTheServer() throws Exception {
    try (var database = TestDatabase.openEmpty();
        var proxy = TcpProxy.inFrontOf(database.jdbcUrl());
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var properties = Pools.brief(settings(proxy.through(database.jdbcUrl())));
      properties.setProperty("socketTimeout", "0");
      var asking = Pools.brief(settings(proxy.through(database.jdbcUrl())));
      asking.setProperty("loginTimeout", "1");
      var connections = new Connections();
      try (var watch = new DeadConnectionWatch(connections, asking, PATIENCE, PAUSE);
          Connection vanished = connections.source(properties).getConnection()) {
        proxy.vanish();
        var waiting = CompletableFuture.runAsync(() -> execute(vanished, "select 1"), callers);
        try {
          assertThat(waiting)
              .failsWithin(Duration.ofSeconds(20))
              .withThrowableOfType(ExecutionException.class)
              .withMessageContaining("I/O error");
        } finally {
          // Ends the wait if the watch has not.
          proxy.close();
        }
      }
    }
  }

  @Test
  void longWorkGoesOnWhenTheServerRefusesNewConnections() throws Exception {
    try (var database = TestDatabase.openEmpty();
        Connection owner = Pools.connect(Pools.brief(database.settings()))) {
      execute(owner, "create role refused login password 'refused' connection limit 0");
      var asking = Pools.brief(database.settings());
      asking.setProperty("user", "refused");
      asking.setProperty("password", "refused");
      var connections = new Connections();
      try (var watch = new DeadConnectionWatch(connections, asking, PATIENCE, PAUSE);
          Connection working =
              connections.source(Pools.brief(database.settings())).getConnection()) {
        assertThatThrownBy(() -> Pools.connect(asking)).hasMessageContaining("too many");
        // Much longer than a connection may seem dead; refused connections do not count.
        execute(working, "select pg_sleep(2.5)");
      } finally {
        execute(owner, "drop role refused");
      }
    }
  }

  @Test
  void theEraEndsWithAConnectionThatIsFoundDead() throws Exception {
    try (var database = TestDatabase.openEmpty()) {
      var connections = new Connections();
      var properties = Pools.brief(database.settings());
      try (Connection connection = connections.source(properties).getConnection()) {
        Era before = connections.era();
        assertThat(connection.isValid(5)).isTrue();
        assertThat(connections.era()).isSameAs(before);

        database
            .database()
            .reader()
            .useHandle(handle ->
                handle.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity"
                        + " where datname = current_database() and pid <> pg_backend_pid()"));

        await().until(() -> !connection.isValid(5));
        assertThat(connections.era()).isNotSameAs(before);
      }
    }
  }

  @Test
  void aUserWithoutRightsCanTellOneRunOfTheServerFromAnother() throws Exception {
    try (var database = TestDatabase.openEmpty()) {
      try (Connection connection = Pools.connect(Pools.brief(database.settings()))) {
        execute(connection, "create role nobody_special");
        execute(connection, "set role nobody_special");
        ServerRun run = ServerRun.read(connection).run();
        execute(connection, "reset role");
        execute(connection, "drop role nobody_special");
        assertThat(ServerRun.read(connection).run()).isEqualTo(run);
      }
    }
  }

  private static DatabaseSettings settings(String jdbcUrl) {
    return DatabaseSettings.of(jdbcUrl, null, null);
  }

  private static void execute(Connection connection, String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }
}
