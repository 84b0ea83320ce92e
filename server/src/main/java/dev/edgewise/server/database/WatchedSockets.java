package dev.edgewise.server.database;

import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Creates the driver's sockets. The driver creates a factory of its own for each connection and
 * passes it only a text; the text is an id by which {@link Connections} finds the socket.
 */
public final class WatchedSockets extends SocketFactory {
  private static final Map<String, AtomicReference<@Nullable WatchedSocket>> OPENING =
      new ConcurrentHashMap<>();
  private static final String FACTORY = "socketFactory";

  private final String id;

  /** Called by the driver. */
  public WatchedSockets(String id) {
    this.id = id;
  }

  /** A connection that is being opened. */
  record Opening(Properties properties, String id) implements AutoCloseable {

    /** The socket of the connection; null when DATABASE_URL names a socket factory. */
    @Nullable WatchedSocket socket() {
      var opened = OPENING.get(id);
      return opened == null ? null : opened.get();
    }

    @Override
    public void close() {
      OPENING.remove(id);
    }
  }

  /**
   * Makes the driver create the connection's sockets here, unless the properties name another
   * factory.
   */
  static Opening opening(Properties properties) {
    String id = UUID.randomUUID().toString();
    Properties own = new Properties();
    own.putAll(properties);
    if (!own.containsKey(FACTORY)) {
      own.setProperty(FACTORY, WatchedSockets.class.getName());
      own.setProperty("socketFactoryArg", id);
      OPENING.put(id, new AtomicReference<>());
    }
    return new Opening(own, id);
  }

  @Override
  public Socket createSocket() {
    WatchedSocket socket = new WatchedSocket();
    // The driver creates several: one for each host it tries, and one to cancel a statement.
    var opened = OPENING.get(id);
    if (opened != null) {
      opened.set(socket);
    }
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port) throws SocketException {
    throw new SocketException("the driver connects its sockets itself");
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws SocketException {
    throw new SocketException("the driver connects its sockets itself");
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws SocketException {
    throw new SocketException("the driver connects its sockets itself");
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws SocketException {
    throw new SocketException("the driver connects its sockets itself");
  }
}
