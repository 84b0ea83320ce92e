package dev.edgewise.server.database;

import dev.edgewise.server.life.ProcessEnd;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections whose response will never come because PostgreSQL's host or the network has
 * vanished. Long statements continue: over a new connection, the watch asks PostgreSQL which of its
 * processes are still working. A server that no new connection reaches counts as vanished; one that
 * refuses the connection, because it has too many for example, does not.
 */
public final class DeadConnectionWatch implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(DeadConnectionWatch.class);

  /** The class of SQL states that tell of failed connections. */
  private static final String UNREACHABLE = "08";

  /** How long a connection may wait for a response before it is checked. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  /** Time between two checks. */
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final Connections connections;
  private final Properties properties;
  private final Duration patience;
  private final Duration pause;
  private final Thread thread;

  /** Connections that the last check found dead, and since when each has waited. */
  private Map<TrackedConnection, Long> suspects = Map.of();

  /**
   * @param properties of the connection over which PostgreSQL is asked
   */
  DeadConnectionWatch(Connections connections, Properties properties) {
    this(connections, properties, PATIENCE, PAUSE);
  }

  DeadConnectionWatch(
      Connections connections, Properties properties, Duration patience, Duration pause) {
    this.connections = connections;
    this.properties = properties;
    this.patience = patience;
    this.pause = pause;
    this.thread = Thread.ofVirtual().name("dead-connection-watch").start(this::run);
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(pause);
        lookSafely();
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private void lookSafely() {
    try {
      look();
    } catch (RuntimeException e) {
      ProcessEnd.endIfFatal(e);
      log.error("The check for dead database connections failed", e);
    }
  }

  /**
   * Closes connections that two checks in a row found dead: after the first check, the response may
   * still be on its way.
   */
  private void look() {
    Map<TrackedConnection, Long> late = late();
    if (late.isEmpty()) {
      suspects = Map.of();
      return;
    }
    try {
      late.keySet().removeAll(working(late.keySet()));
    } catch (SQLException e) {
      log.debug("Cannot ask the database which processes are working: {}", e.getMessage());
      if (!String.valueOf(e.getSQLState()).startsWith(UNREACHABLE)) {
        return;
      }
    }
    late.forEach((connection, since) -> {
      if (since.equals(suspects.get(connection)) && since.equals(connection.waitingSince())) {
        log.warn(
            "A database connection got no response and PostgreSQL no longer works on it; closing"
                + " it");
        connection.abandon();
      }
    });
    suspects = late;
  }

  private Map<TrackedConnection, Long> late() {
    long now = System.nanoTime();
    Map<TrackedConnection, Long> late = new HashMap<>();
    for (TrackedConnection connection : connections.openConnections()) {
      Long since = connection.waitingSince();
      if (since != null && now - since >= patience.toNanos()) {
        late.put(connection, since);
      }
    }
    return late;
  }

  private Set<TrackedConnection> working(Set<TrackedConnection> late) throws SQLException {
    Set<Integer> processes = new HashSet<>();
    try (Connection connection = Pools.connect(properties);
        Statement statement = connection.createStatement()) {
      ServerRun run = ServerRun.read(connection).run();
      try (ResultSet rows = statement.executeQuery(Sql.named("database/working"))) {
        while (rows.next()) {
          processes.add(rows.getInt("pid"));
        }
      }
      Set<TrackedConnection> working = new HashSet<>(late);
      working.removeIf(
          waiting -> !run.equals(waiting.era().run()) || !processes.contains(waiting.process()));
      return working;
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
