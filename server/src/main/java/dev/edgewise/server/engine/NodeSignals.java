package dev.edgewise.server.engine;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.SessionCommands;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.life.ProcessEnd;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.signal.Signals;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries the signals of each server to the others with LISTEN and NOTIFY. What happens within a
 * few milliseconds travels as one message, and a server that could not listen for a while wakes all
 * of its loops when it can again.
 *
 * <p>A server that is alone says nothing: whoever listens holds a lock that the others look for
 * once in a while, and greets them when it begins. Who has kept something to itself then tells it
 * to look everywhere.
 */
public final class NodeSignals implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(NodeSignals.class);
  private static final String CHANNEL = "edgewise";

  private static final Duration LEAST_PAUSE = Duration.ofMillis(20);

  /** Where others only have something to show, but nothing to do, they are told less often. */
  private static final Duration SHOWING_PAUSE = Duration.ofMillis(100);

  /** How long a server that has looked around believes what it saw. */
  private static final Duration TRUST = Duration.ofSeconds(1);

  private static final Duration RECONNECT_PAUSE = Duration.ofSeconds(1);
  private static final Duration UNTIL_WOKEN = Duration.ofHours(1);
  private static final int LISTEN_MILLIS = 10_000;

  private final Database database;
  private final Signals signals;
  private final String node;
  private final Signals.Listener outgoing;
  private final Pulse pulse = new Pulse("node-signals-in");
  private final Thread listening = Thread.ofVirtual().name(pulse.name()).unstarted(this::listen);
  private final Loop sending;
  private News news = News.NONE;
  private boolean pending;
  private long toldAt = System.nanoTime();
  private long accompaniedUntil = toldAt;
  private volatile long silentUntil = System.nanoTime();
  private volatile boolean untold;
  private @Nullable Connection sender;
  private volatile @Nullable Connection receiver;
  private volatile boolean stopping;

  /**
   * @param node this server's name, by which it knows its own messages
   */
  public NodeSignals(Database database, Signals signals, String node) {
    this.database = database;
    this.signals = signals;
    this.node = node;
    this.outgoing = new Outgoing();
    this.sending = new Loop("node-signals-out", UNTIL_WOKEN, this::send);
    signals.add(outgoing);
  }

  /** Begins to listen and to send. */
  public NodeSignals start() {
    pulse.start(listening);
    sending.start();
    return this;
  }

  /** Whether each of its threads lives and moves. */
  public List<Pulse> pulses() {
    return List.of(pulse, sending.pulse());
  }

  /** Collects what is to be told; what came from another server is not passed on. */
  private final class Outgoing implements Signals.Listener {
    @Override
    public void ready(Collection<String> lanes) {
      tell(lanes.isEmpty() ? News.ANY_LANE : News.ofLanes(lanes));
    }

    @Override
    public void timer() {
      tell(News.TIMERS);
    }

    @Override
    public void calls() {
      tell(News.CALLS);
    }

    @Override
    public void events() {
      tell(News.NONE);
    }

    private void tell(News more) {
      if (Thread.currentThread().equals(listening)) {
        return;
      }
      if (System.nanoTime() - silentUntil < 0) {
        untold = true;
      } else {
        collect(more);
      }
    }
  }

  private void collect(News more) {
    boolean known;
    synchronized (this) {
      known = pending && more.equals(News.NONE);
      news = news.and(more);
      pending = true;
    }
    if (!known) {
      sending.wake();
    }
  }

  private Duration send() {
    News told;
    synchronized (this) {
      if (!pending) {
        return UNTIL_WOKEN;
      }
      Duration rest = SHOWING_PAUSE.minusNanos(System.nanoTime() - toldAt);
      if (news.equals(News.NONE) && rest.isPositive()) {
        return rest;
      }
      toldAt = System.nanoTime();
      told = news;
      news = News.NONE;
      pending = false;
    }
    try {
      Connection connection = sender();
      if (alone(connection)) {
        untold = true;
        silentUntil = System.nanoTime() + TRUST.toNanos();
      } else {
        say(connection, told);
        Thread.sleep(LEAST_PAUSE);
      }
    } catch (SQLException e) {
      ProcessEnd.heed(e);
      log.debug("Other servers cannot be told: {}", e.getMessage());
      abandonSender();
      return RECONNECT_PAUSE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return UNTIL_WOKEN;
  }

  /** Once there is another connection, the others look everywhere: something did not arrive. */
  private void abandonSender() {
    synchronized (this) {
      news = News.ANYTHING;
      pending = true;
    }
    if (sender != null) {
      close(sender);
      sender = null;
      database.lost();
    }
  }

  private Connection sender() throws SQLException {
    Connection connection = sender;
    if (connection == null) {
      connection = database.dedicated();
      sender = connection;
      SessionCommands.skipFlush(connection);
    }
    return connection;
  }

  private void say(Connection connection, News what) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(Sql.positional("signal/notify"))) {
      statement.setString(1, CHANNEL);
      statement.setString(2, what.text(node));
      statement.execute();
    }
  }

  private boolean alone(Connection connection) throws SQLException {
    if (System.nanoTime() - accompaniedUntil < 0) {
      return false;
    }
    Connection own = receiver;
    try (PreparedStatement statement =
        connection.prepareStatement(Sql.positional("signal/others"))) {
      statement.setInt(1, Signals.SERVERS_LOCK);
      statement.setInt(2, own == null ? 0 : own.unwrap(PGConnection.class).getBackendPID());
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        if (row.getBoolean(1)) {
          accompaniedUntil = System.nanoTime() + TRUST.toNanos();
          return false;
        }
        return true;
      }
    }
  }

  private void listen() {
    while (!stopping) {
      pulse.begin();
      try (Connection connection = database.dedicated()) {
        receiver = connection;
        hear(connection);
      } catch (SQLException | RuntimeException e) {
        ProcessEnd.heed(e);
        if (!stopping) {
          log.warn("Other servers cannot be heard: {}", e.getMessage());
          pause();
        }
      }
    }
  }

  private void hear(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        PreparedStatement join = connection.prepareStatement(Sql.positional("signal/join"))) {
      SessionCommands.listen(statement, CHANNEL);
      join.setInt(1, Signals.SERVERS_LOCK);
      join.execute();
      say(connection, News.NONE);
      // Whatever was told before this moment was missed.
      signals.committed(List.of(), true, true, true);
      while (!stopping) {
        PGNotification[] heard =
            connection.unwrap(PGConnection.class).getNotifications(LISTEN_MILLIS);
        if (heard == null || heard.length == 0) {
          // Nobody may have said anything, or the other end may be gone.
          statement.execute(Sql.named("database/alive"));
        }
        relay(heard);
      }
    } catch (SQLException e) {
      if (!stopping) {
        database.lost();
      }
      throw e;
    }
  }

  private void relay(PGNotification @Nullable [] notifications) {
    pulse.begin();
    if (notifications == null) {
      return;
    }
    News heard = News.NONE;
    boolean any = false;
    for (PGNotification notification : notifications) {
      if (!News.isFrom(node, notification.getParameter())) {
        heard = heard.and(News.read(notification.getParameter()));
        any = true;
      }
    }
    if (any) {
      silentUntil = System.nanoTime();
      if (untold) {
        untold = false;
        collect(News.ANYTHING);
      }
      signals.committed(heard.lanes(), heard.anyLane(), heard.calls(), heard.timers());
    }
  }

  private void pause() {
    try {
      Thread.sleep(RECONNECT_PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void close(@Nullable Connection connection) {
    if (connection != null) {
      try {
        connection.abort(Runnable::run);
      } catch (SQLException e) {
        log.debug("A connection did not close", e);
      }
    }
  }

  @Override
  public void close() {
    signals.remove(outgoing);
    stopping = true;
    sending.close();
    close(sender);
    close(receiver);
    if (!pulse.awaitEnd()) {
      log.warn("{} is still busy and is left behind", pulse.name());
    }
  }
}
