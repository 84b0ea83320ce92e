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
 * Carries the signals of each server to the others with LISTEN and NOTIFY. Signals within a few
 * milliseconds are sent as one message. A server that could not listen for a while wakes all of its
 * loops when it can again.
 *
 * <p>A server sends nothing while no other server listens. Each listening server holds an advisory
 * lock, which senders look for once per {@link #TRUST}, and sends an empty message when it starts
 * to listen. A server that has withheld signals then tells all others to look for every kind of
 * work.
 */
public final class NodeSignals implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(NodeSignals.class);
  private static final String CHANNEL = "edgewise";

  private static final Duration LEAST_PAUSE = Duration.ofMillis(20);

  /** The pause between messages that only announce changes to display. */
  private static final Duration EVENTS_PAUSE = Duration.ofMillis(100);

  /** How long the result of the search for other servers is trusted. */
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
  private NodeMessage unsent = NodeMessage.NONE;
  private boolean pending;
  private long sentAt = System.nanoTime();
  private long othersSeenUntil = sentAt;
  private volatile long silentUntil = System.nanoTime();
  private volatile boolean withheld;
  private @Nullable Connection sender;
  private volatile @Nullable Connection receiver;
  private volatile boolean stopping;

  /**
   * @param node the name of this server, by which it recognises its own messages
   */
  public NodeSignals(Database database, Signals signals, String node) {
    this.database = database;
    this.signals = signals;
    this.node = node;
    this.outgoing = new Outgoing();
    this.sending = new Loop("node-signals-out", UNTIL_WOKEN, this::send);
    signals.add(outgoing);
  }

  /** Starts listening and sending. */
  public NodeSignals start() {
    pulse.start(listening);
    sending.start();
    return this;
  }

  /** Returns the liveness of both threads. */
  public List<Pulse> pulses() {
    return List.of(pulse, sending.pulse());
  }

  /** Collects the signals to send. Signals that came from another server are not sent on. */
  private final class Outgoing implements Signals.Listener {
    @Override
    public void ready(Collection<String> lanes) {
      announce(lanes.isEmpty() ? NodeMessage.ANY_LANE : NodeMessage.ofLanes(lanes));
    }

    @Override
    public void timer() {
      announce(NodeMessage.TIMERS);
    }

    @Override
    public void calls() {
      announce(NodeMessage.CALLS);
    }

    @Override
    public void events() {
      announce(NodeMessage.NONE);
    }

    private void announce(NodeMessage message) {
      if (Thread.currentThread().equals(listening)) {
        return;
      }
      if (System.nanoTime() - silentUntil < 0) {
        withheld = true;
      } else {
        collect(message);
      }
    }
  }

  private void collect(NodeMessage message) {
    boolean known;
    synchronized (this) {
      known = pending && message.equals(NodeMessage.NONE);
      unsent = unsent.and(message);
      pending = true;
    }
    if (!known) {
      sending.wake();
    }
  }

  private Duration send() {
    NodeMessage message;
    synchronized (this) {
      if (!pending) {
        return UNTIL_WOKEN;
      }
      Duration rest = EVENTS_PAUSE.minusNanos(System.nanoTime() - sentAt);
      if (unsent.equals(NodeMessage.NONE) && rest.isPositive()) {
        return rest;
      }
      sentAt = System.nanoTime();
      message = unsent;
      unsent = NodeMessage.NONE;
      pending = false;
    }
    try {
      Connection connection = sender();
      if (alone(connection)) {
        withheld = true;
        silentUntil = System.nanoTime() + TRUST.toNanos();
      } else {
        publish(connection, message);
        Thread.sleep(LEAST_PAUSE);
      }
    } catch (SQLException e) {
      ProcessEnd.endIfFatal(e);
      log.debug("Signals could not be sent to other servers: {}", e.getMessage());
      abandonSender();
      return RECONNECT_PAUSE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return UNTIL_WOKEN;
  }

  /**
   * Drops the connection. A message may be lost, so the next one tells the other servers to look
   * for every kind of work.
   */
  private void abandonSender() {
    synchronized (this) {
      unsent = NodeMessage.ANYTHING;
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

  private void publish(Connection connection, NodeMessage message) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(Sql.positional("signal/notify"))) {
      statement.setString(1, CHANNEL);
      statement.setString(2, message.text(node));
      statement.execute();
    }
  }

  private boolean alone(Connection connection) throws SQLException {
    if (System.nanoTime() - othersSeenUntil < 0) {
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
          othersSeenUntil = System.nanoTime() + TRUST.toNanos();
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
        receive(connection);
      } catch (SQLException | RuntimeException e) {
        ProcessEnd.endIfFatal(e);
        if (!stopping) {
          log.warn("Listening for signals of other servers failed: {}", e.getMessage());
          pause();
        }
      }
    }
  }

  private void receive(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        PreparedStatement join = connection.prepareStatement(Sql.positional("signal/join"))) {
      SessionCommands.listen(statement, CHANNEL);
      join.setInt(1, Signals.SERVERS_LOCK);
      join.execute();
      publish(connection, NodeMessage.NONE);
      // Messages sent before the listen command were missed.
      signals.committed(List.of(), true, true, true);
      signals.accessChanged();
      while (!stopping) {
        PGNotification[] received =
            connection.unwrap(PGConnection.class).getNotifications(LISTEN_MILLIS);
        if (received == null || received.length == 0) {
          // No message, or a broken connection: a query tells which.
          statement.execute(Sql.named("database/alive"));
        }
        relay(received);
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
    NodeMessage received = NodeMessage.NONE;
    boolean any = false;
    for (PGNotification notification : notifications) {
      if (!NodeMessage.isFrom(node, notification.getParameter())) {
        received = received.and(NodeMessage.read(notification.getParameter()));
        any = true;
      }
    }
    if (any) {
      silentUntil = System.nanoTime();
      if (withheld) {
        withheld = false;
        collect(NodeMessage.ANYTHING);
      }
      signals.committed(received.lanes(), received.anyLane(), received.calls(), received.timers());
      if (received.access()) {
        signals.accessChanged();
      }
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
        log.debug("A connection could not be closed", e);
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
      log.warn("{} did not stop in time and is abandoned", pulse.name());
    }
  }
}
