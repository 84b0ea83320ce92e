package dev.edgewise.server.database;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens this server's connections and keeps the current era. The era ends when a connection is
 * lost, or when a new connection reaches another run of PostgreSQL; then all connections are
 * replaced.
 */
public final class Connections {
  private static final Logger log = LoggerFactory.getLogger(Connections.class);

  private static final Duration CLOSING = Duration.ofSeconds(2);

  private final List<Runnable> renewals = new CopyOnWriteArrayList<>();
  private final Set<TrackedConnection> open = ConcurrentHashMap.newKeySet();
  private volatile Era era = new Era(null);

  /** The current era. */
  Era era() {
    return era;
  }

  /** Adds an action that replaces connections when an era has ended. */
  void onEnd(Runnable renewal) {
    renewals.add(renewal);
  }

  /** The open connections of all pools. */
  Collection<TrackedConnection> openConnections() {
    return open;
  }

  /** Opens a connection outside the pools. */
  Connection open(Properties properties) throws SQLException {
    return track(Pools.connect(properties), null).connection();
  }

  /** Opens a connection for a pool and keeps track of it until it is closed. */
  private Connection openWatched(Properties properties) throws SQLException {
    try (var opening = WatchedSockets.opening(properties)) {
      TrackedConnection tracked = track(Pools.connect(opening.properties()), opening.socket());
      open.add(tracked);
      return tracked.connection();
    }
  }

  private TrackedConnection track(Connection physical, @Nullable WatchedSocket socket)
      throws SQLException {
    try {
      ServerRun.Backend backend = ServerRun.read(physical);
      // Behind a connection pooler, each transaction may run in another process.
      boolean direct = physical.unwrap(PGConnection.class).getBackendPID() == backend.process();
      return new TrackedConnection(
          physical, adopt(backend.run()), direct ? socket : null, backend.process(), this);
    } catch (SQLException | RuntimeException e) {
      physical.close();
      throw e;
    }
  }

  private synchronized Era adopt(ServerRun run) {
    ServerRun before = era.run();
    if (before == null) {
      era = new Era(run);
    } else if (!before.equals(run)) {
      log.warn("The database was restarted, or another PostgreSQL server has taken over");
      end(run);
    }
    return era;
  }

  /** Ends the era because a connection is broken: cached state may no longer match the database. */
  synchronized void lost() {
    end(era.run());
  }

  private void end(@Nullable ServerRun run) {
    era = new Era(run);
    renewals.forEach(Runnable::run);
  }

  void closed(TrackedConnection connection) {
    open.remove(connection);
  }

  /**
   * A data source that opens connections with these properties; it has only the methods that the
   * pool calls.
   */
  DataSource source(Properties properties) {
    return (DataSource)
        Proxy.newProxyInstance(
            Connections.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (_, method, _) ->
                switch (method.getName()) {
                  case "getConnection" -> openWatched(properties);
                  // A pool that is closed waits this long for connections it is opening.
                  case "getLoginTimeout" -> (int) CLOSING.toSeconds();
                  case "hashCode" -> 0;
                  case "setLoginTimeout" -> null;
                  case "toString" -> "connections";
                  default -> throw new SQLFeatureNotSupportedException(method.getName());
                });
  }

  /** Ends the era when a pooled connection fails, and tells the pool whether to evict it. */
  SQLExceptionOverride failures() {
    return new SQLExceptionOverride() {
      @java.lang.Override
      public Override adjudicate(SQLException failure) {
        if (!Outage.breaks(failure)) {
          return Override.CONTINUE_EVICT;
        }
        lost();
        return Override.MUST_EVICT;
      }
    };
  }
}
