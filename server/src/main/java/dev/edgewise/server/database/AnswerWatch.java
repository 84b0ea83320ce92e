package dev.edgewise.server.database;

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
 * Ends connections whose answers will never come, because the host at the other end or the network
 * in between vanished without a word. Long work goes on: the server is asked, with a new
 * connection, whether it still works on what was asked. A server that no new connection reaches
 * counts as vanished; one that refuses it, because it has too many for example, does not.
 */
public final class AnswerWatch implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AnswerWatch.class);

  /** What takes longer is looked into. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  /** The class of SQL states that tell of failed connections. */
  private static final String UNREACHABLE = "08";

  /** Between two looks. */
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final Connections connections;
  private final Properties properties;
  private final Duration patience;
  private final Duration pause;
  private final Thread thread;

  /** Connections that the last look found forsaken, and since when they wait. */
  private Map<Link, Long> suspects = Map.of();

  /**
   * @param properties of the connection with which the server is asked
   */
  AnswerWatch(Connections connections, Properties properties) {
    this(connections, properties, PATIENCE, PAUSE);
  }

  AnswerWatch(Connections connections, Properties properties, Duration patience, Duration pause) {
    this.connections = connections;
    this.properties = properties;
    this.patience = patience;
    this.pause = pause;
    this.thread = Thread.ofVirtual().name("answer-watch").start(this::run);
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
      log.error("Connections without an answer cannot be looked for now", e);
    }
  }

  /** Two looks in a row must find the same wait forsaken: the answer may just be on its way. */
  private void look() {
    Map<Link, Long> late = late();
    if (late.isEmpty()) {
      suspects = Map.of();
      return;
    }
    try {
      late.keySet().removeAll(working(late.keySet()));
    } catch (SQLException e) {
      log.debug("The database cannot be asked what it works on: {}", e.getMessage());
      if (!String.valueOf(e.getSQLState()).startsWith(UNREACHABLE)) {
        return;
      }
    }
    late.forEach((link, since) -> {
      if (since.equals(suspects.get(link)) && since.equals(link.waitingSince())) {
        log.warn("A connection to the database has not answered and is given up");
        link.abandon();
      }
    });
    suspects = late;
  }

  private Map<Link, Long> late() {
    long now = System.nanoTime();
    Map<Link, Long> late = new HashMap<>();
    for (Link link : connections.links()) {
      Long since = link.waitingSince();
      if (since != null && now - since >= patience.toNanos()) {
        late.put(link, since);
      }
    }
    return late;
  }

  private Set<Link> working(Set<Link> late) throws SQLException {
    Set<Integer> processes = new HashSet<>();
    try (Connection connection = Pools.connect(properties);
        Statement statement = connection.createStatement()) {
      ServerRun run = ServerRun.read(connection).run();
      try (ResultSet rows = statement.executeQuery(Sql.named("database/working"))) {
        while (rows.next()) {
          processes.add(rows.getInt("pid"));
        }
      }
      Set<Link> working = new HashSet<>(late);
      working.removeIf(
          link -> !run.equals(link.era().run()) || !processes.contains(link.process()));
      return working;
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
