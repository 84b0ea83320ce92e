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
 * Gives the driver its sockets. The driver makes an instance by itself for each connection and
 * hands it a text only, by which the one who opens the connection finds the socket.
 */
public final class WatchedSockets extends SocketFactory {
  private static final Map<String, AtomicReference<@Nullable WatchedSocket>> OPENING =
      new ConcurrentHashMap<>();
  private static final String FACTORY = "socketFactory";

  private final String id;

  /** For the driver. */
  public WatchedSockets(String id) {
    this.id = id;
  }

  /** A connection that is being opened. */
  record Opening(Properties properties, String id) implements AutoCloseable {

    /** The socket of the connection; null when a factory of the user's made it. */
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
   * Has the sockets of a connection with these properties made here, unless they name a factory.
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
    // The driver tries one host after the other and sends cancellations this way too.
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
