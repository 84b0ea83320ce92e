package dev.edgewise.server.engine;

import dev.edgewise.server.store.Database;
import dev.edgewise.server.store.Signals;
import java.sql.Connection;
import java.sql.PreparedStatement;
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
 */
public final class NodeSignals implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(NodeSignals.class);
  private static final String CHANNEL = "edgewise";
  private static final Duration LEAST_PAUSE = Duration.ofMillis(20);

  /** Where others only have something to show, but nothing to do, they are told less often. */
  private static final Duration SHOWING_PAUSE = Duration.ofMillis(100);

  private static final Duration RECONNECT_PAUSE = Duration.ofSeconds(1);
  private static final Duration UNTIL_WOKEN = Duration.ofHours(1);
  private static final int LISTEN_MILLIS = 10_000;

  private final Database database;
  private final Signals signals;
  private final String node;
  private final Signals.Listener outgoing;
  private final Thread listening;
  private final Loop sending;
  private News news = News.NONE;
  private boolean pending;
  private long toldAt = System.nanoTime();
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
    this.listening = Thread.ofVirtual().name("node-signals-in").start(this::listen);
    this.sending = new Loop("node-signals-out", UNTIL_WOKEN, this::send);
    signals.add(outgoing);
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
      if (!Thread.currentThread().equals(listening)) {
        boolean known;
        synchronized (NodeSignals.this) {
          known = pending && more.equals(News.NONE);
          news = news.and(more);
          pending = true;
        }
        if (!known) {
          sending.wake();
        }
      }
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
      notifyOthers(told.text(node));
      Thread.sleep(LEAST_PAUSE);
    } catch (SQLException e) {
      log.debug("Other servers cannot be told: {}", e.getMessage());
      close(sender);
      sender = null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return UNTIL_WOKEN;
  }

  private void notifyOthers(String text) throws SQLException {
    Connection connection = sender;
    if (connection == null) {
      connection = database.dedicated();
      sender = connection;
      try (Statement statement = connection.createStatement()) {
        // Nobody loses anything with a message, so that those who commit need not wait for its way
        // to the disk.
        statement.execute("set synchronous_commit = off");
      }
    }
    try (PreparedStatement statement = connection.prepareStatement("select pg_notify(?, ?)")) {
      statement.setString(1, CHANNEL);
      statement.setString(2, text);
      statement.execute();
    }
  }

  private void listen() {
    while (!stopping) {
      try (Connection connection = database.dedicated();
          Statement statement = connection.createStatement()) {
        receiver = connection;
        statement.execute("listen " + CHANNEL);
        // Whatever was told before this moment was missed.
        signals.committed(List.of(), true, true, true);
        while (!stopping) {
          relay(connection.unwrap(PGConnection.class).getNotifications(LISTEN_MILLIS));
        }
      } catch (SQLException e) {
        if (!stopping) {
          log.warn("Other servers cannot be heard: {}", e.getMessage());
          pause();
        }
      }
    }
  }

  private void relay(PGNotification @Nullable [] notifications) {
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
    try {
      listening.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
