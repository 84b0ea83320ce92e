package dev.edgewise.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ProtocolConfigs;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionProvider;
import io.helidon.webserver.http2.Http2Config;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1 as Helidon speaks it, on connections of which a handler can ask whether the client is
 * still there.
 *
 * <p>Helidon reads nothing while a handler works, so it does not notice a client that hangs up in a
 * long poll. Only reading tells; what is read early goes into Helidon's own buffer and is the next
 * request. Of a client that speaks HTTP/2 nothing is known, and it counts as there.
 */
final class ClientConnections implements ServerConnectionSelector {
  private static final ScopedValue<Connection> CURRENT = ScopedValue.newInstance();

  /** How many sockets may wait to be spoken HTTP/1 on before closed ones are looked for. */
  private static final int MAX_UNCLEAR = 1_000;

  private final ServerConnectionSelector http1;
  private final Map<SocketAddress, Socket> unclear = new ConcurrentHashMap<>();
  private final ConnectionThreads threads = new ConnectionThreads();

  private record Connection(Socket socket, DataReader reader) {}

  /** Connections that begin with HTTP/1 and may go over to HTTP/2. */
  ClientConnections(Http1Config config) {
    http1 =
        new Http1ConnectionProvider()
            .create("@default", config, ProtocolConfigs.create(List.of(Http2Config.create())));
  }

  /** Takes note of a socket that was accepted, whatever will be spoken on it. */
  void accepted(Socket socket) {
    if (unclear.size() >= MAX_UNCLEAR) {
      unclear.values().removeIf(Socket::isClosed);
    }
    unclear.put(socket.getRemoteSocketAddress(), socket);
  }

  /** Whether the client of the request that this thread handles has not hung up. */
  static boolean clientIsThere() {
    return !CURRENT.isBound() || isThere(CURRENT.get());
  }

  private static boolean isThere(Connection connection) {
    try {
      int timeout = connection.socket().getSoTimeout();
      connection.socket().setSoTimeout(1);
      try {
        connection.reader().ensureAvailable();
        return true;
      } finally {
        connection.socket().setSoTimeout(timeout);
      }
    } catch (DataReader.InsufficientDataAvailableException e) {
      return false;
    } catch (IOException | UncheckedIOException | ServerConnectionException e) {
      return timedOut(e);
    }
  }

  /** Whether nothing worse happened than that nothing came. */
  private static boolean timedOut(@Nullable Throwable e) {
    return e instanceof SocketTimeoutException || (e != null && timedOut(e.getCause()));
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    ServerConnection connection = http1.connection(context);
    Socket socket = unclear.remove(context.remotePeer().address());
    return socket == null
        ? connection
        : new Watched(connection, new Connection(socket, context.dataReader()), threads);
  }

  @Override
  public int bytesToIdentifyConnection() {
    return http1.bytesToIdentifyConnection();
  }

  @Override
  public Support supports(BufferData data) {
    return http1.supports(data);
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return http1.supportedApplicationProtocols();
  }

  /** Helidon's connection, whose handlers know it as theirs. */
  private record Watched(ServerConnection http1, Connection connection, ConnectionThreads threads)
      implements ServerConnection, InterruptableTask<Void> {

    @Override
    public void handle(Limit limit) {
      threads.run(() ->
          ScopedValue.where(CURRENT, connection)
              .<@Nullable Void, InterruptedException>call(() -> {
                http1.handle(limit);
                return null;
              }));
    }

    @Override
    public Duration idleTime() {
      return http1.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
      http1.close(interrupt);
    }

    @Override
    public boolean canInterrupt() {
      return !(http1 instanceof InterruptableTask<?> task) || task.canInterrupt();
    }
  }
}
