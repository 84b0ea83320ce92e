package dev.edgewise.server.webhook;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to addresses that {@link TargetGuard} allows, and keeps reusable ones for a few
 * seconds. It does not limit how many are open; {@link Hosts} does.
 */
final class Connections implements AutoCloseable {

  /**
   * Shorter than the five seconds after which receivers commonly close idle connections, so that no
   * call is sent into a connection that the receiver is closing.
   */
  static final Duration IDLE_MAX = Duration.ofSeconds(4);

  private final TargetGuard guard;
  private final Duration connectTimeout;
  private final @Nullable SSLContext trust;
  private final Map<Target.Origin, Deque<Connection>> idle = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * @param trust the certificates that TLS connections trust; null for the JDK's default, which is
   *     loaded when first needed
   */
  Connections(TargetGuard guard, Duration connectTimeout, @Nullable SSLContext trust) {
    this.guard = guard;
    this.connectTimeout = connectTimeout;
    this.trust = trust;
  }

  /**
   * Returns a connection for the exclusive use of one call: the most recently used idle one, or a
   * new one.
   */
  Connection take(Target target, Deadline deadline) throws IOException {
    Deque<Connection> kept = idle.get(target.origin());
    if (kept != null) {
      for (Connection found = kept.pollFirst(); found != null; found = kept.pollFirst()) {
        if (!found.tooOld(System.nanoTime()) && !found.hungUp()) {
          found.use(deadline);
          return found;
        }
        found.drop();
      }
    }
    return open(target, deadline);
  }

  private Connection open(Target target, Deadline deadline) throws IOException {
    InetAddress literal = target.address();
    List<InetAddress> addresses = literal == null ? guard.lookup(target.host()) : List.of(literal);
    deadline.narrow(connectTimeout, TransportFailures.NOT_CONNECTED_IN_TIME);
    Iterator<InetAddress> rest = addresses.iterator();
    for (int left = addresses.size(); ; left--) {
      InetAddress address = rest.next();
      try {
        Connection connection = open(target, address, deadline, deadline.left().dividedBy(left));
        deadline.widen();
        return connection;
      } catch (IOException e) {
        // Other addresses of the host would present the same invalid certificate.
        if (left == 1 || e instanceof SSLException || deadline.reason().isPresent()) {
          throw e;
        }
      }
    }
  }

  private Connection open(Target target, InetAddress address, Deadline deadline, Duration patience)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    boolean opened = false;
    try {
      deadline.on(channel);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      var remote = new InetSocketAddress(address, target.origin().port());
      channel.socket().connect(remote, Math.toIntExact(Math.max(1, patience.toMillis())));
      Connection connection = new Connection(channel);
      if (target.origin().secure()) {
        connection.secure(trust(), target.bareHost(), target.origin().port());
      }
      opened = true;
      return connection;
    } finally {
      if (!opened) {
        channel.close();
      }
    }
  }

  private SSLContext trust() throws SSLException {
    try {
      return trust == null ? SSLContext.getDefault() : trust;
    } catch (NoSuchAlgorithmException e) {
      throw new SSLException(e);
    }
  }

  /** Keeps a connection for the next call to the same origin. */
  void keep(Target target, Connection connection, Duration patience) {
    connection.rest(patience);
    idle.compute(
        target.origin(),
        (_, kept) -> {
          Deque<Connection> connections = kept == null ? new ConcurrentLinkedDeque<>() : kept;
          connections.addFirst(connection);
          return connections;
        });
    if (closed) {
      close();
    }
  }

  /** Closes connections that were idle for too long and forgets hosts without connections. */
  void sweep() {
    long now = System.nanoTime();
    idle.forEach((origin, kept) -> {
      for (Connection connection : kept) {
        if (connection.tooOld(now) && kept.removeLastOccurrence(connection)) {
          connection.drop();
        }
      }
      if (kept.isEmpty()) {
        idle.computeIfPresent(origin, (_, current) -> current.isEmpty() ? null : current);
      }
    });
  }

  /** Closes all idle connections, also those returned later. */
  @Override
  public void close() {
    closed = true;
    for (Deque<Connection> kept : idle.values()) {
      for (Connection found = kept.pollFirst(); found != null; found = kept.pollFirst()) {
        found.drop();
      }
    }
  }
}
