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
 * Makes this server's connections and keeps the era. The era ends when a connection is lost, or
 * when a new one leads to another run of the server; then all connections are replaced.
 */
public final class Connections {
  private static final Logger log = LoggerFactory.getLogger(Connections.class);

  private static final Duration CLOSING = Duration.ofSeconds(2);

  private final List<Runnable> renewals = new CopyOnWriteArrayList<>();
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private volatile Era era = new Era(null);

  /** The era of now. */
  Era era() {
    return era;
  }

  /** Adds what replaces connections of an era that has ended. */
  void onEnd(Runnable renewal) {
    renewals.add(renewal);
  }

  /** The pools' connections that are open. */
  Collection<Link> links() {
    return links;
  }

  /** Makes a connection. */
  Connection open(Properties properties) throws SQLException {
    return link(Pools.connect(properties), null).connection();
  }

  /** Makes a connection and knows it until it is closed. */
  private Connection openWatched(Properties properties) throws SQLException {
    try (var opening = WatchedSockets.opening(properties)) {
      Link link = link(Pools.connect(opening.properties()), opening.socket());
      links.add(link);
      return link.connection();
    }
  }

  private Link link(Connection physical, @Nullable WatchedSocket socket) throws SQLException {
    try {
      ServerRun.Told told = ServerRun.read(physical);
      // Through a connection pooler the process is another one with each transaction.
      boolean direct = physical.unwrap(PGConnection.class).getBackendPID() == told.process();
      return new Link(physical, adopt(told.run()), direct ? socket : null, told.process(), this);
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
      log.warn("The database was restarted, or another server took its place");
      end(run);
    }
    return era;
  }

  /** Takes note that a connection is broken: what was remembered may not be so any more. */
  synchronized void lost() {
    end(era.run());
  }

  private void end(@Nullable ServerRun run) {
    era = new Era(run);
    renewals.forEach(Runnable::run);
  }

  void closed(Link link) {
    links.remove(link);
  }

  /** What a pool asks for connections with these properties; nobody asks it for anything else. */
  DataSource source(Properties properties) {
    return (DataSource)
        Proxy.newProxyInstance(
            Connections.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (_, method, _) ->
                switch (method.getName()) {
                  case "getConnection" -> openWatched(properties);
                  // For so many seconds a pool that closes waits for connections it is opening.
                  case "getLoginTimeout" -> (int) CLOSING.toSeconds();
                  case "hashCode" -> 0;
                  case "setLoginTimeout" -> null;
                  case "toString" -> "connections";
                  default -> throw new SQLFeatureNotSupportedException(method.getName());
                });
  }

  /** Hears of every failure of a pool's connections. */
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
