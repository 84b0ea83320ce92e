package dev.edgewise.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.common.task.InterruptableTask;
import io.helidon.http.HttpPrologue;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import io.helidon.webserver.http2.Http2Config;
import io.helidon.webserver.http2.Http2Upgrader;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Helidon's HTTP/1 connections, extended so that a handler can check whether the client is still
 * connected.
 *
 * <p>Helidon does not read while a handler runs, so it does not notice a client that disconnects
 * during a long poll. Only a read shows it; bytes that arrive early go into Helidon's buffer and
 * become the next request. A client of HTTP/2 always counts as connected.
 */
final class ClientConnections implements ServerConnectionSelector {
  /** Number of accepted sockets without a known protocol at which closed ones are removed. */
  private static final int MAX_UNCLEAR = 1_000;

  /** The first bytes of a client that starts with HTTP/2. */
  private static final byte[] HTTP_2 = "PRI * HTTP/2.0\r\n".getBytes(StandardCharsets.US_ASCII);

  private final ServerConnectionSelector http1;
  private final Map<SocketAddress, Socket> unclear = new ConcurrentHashMap<>();
  private final ConnectionThreads threads = new ConnectionThreads();
  private final StalledWrites writes;

  /**
   * Connections that start with HTTP/1 and may upgrade to HTTP/2.
   *
   * @param writes closes connections of clients that do not read
   */
  ClientConnections(Http1Config config, StalledWrites writes) {
    this.writes = writes;
    http1 =
        Http1ConnectionSelector.builder()
            .config(config)
            .addUpgrader(new Upgrade(Http2Upgrader.create(Http2Config.create())))
            .build();
  }

  /** Remembers an accepted socket until its protocol is known. */
  void accepted(Socket socket) {
    if (unclear.size() >= MAX_UNCLEAR) {
      unclear.values().removeIf(Socket::isClosed);
    }
    unclear.put(socket.getRemoteSocketAddress(), socket);
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    var reader = new RequestReader(context.dataReader());
    Socket socket = unclear.remove(context.remotePeer().address());
    if (socket == null) {
      return http1.connection(new CorrectedContext(context, reader, context.dataWriter()));
    }
    DataWriter writer = writes.watched(context.dataWriter(), socket);
    return new Watched(
        http1.connection(new CorrectedContext(context, reader, writer)),
        new ClientConnection(socket, reader, writer),
        threads);
  }

  @Override
  public int bytesToIdentifyConnection() {
    return http1.bytesToIdentifyConnection();
  }

  /**
   * Everything that does not start like HTTP/2 is handled here, so that a client which does not
   * speak HTTP gets an error.
   */
  @Override
  public Support supports(BufferData data) {
    for (int i = 0; i < Math.min(HTTP_2.length, data.available()); i++) {
      if (data.get(i) != HTTP_2[i]) {
        return Support.SUPPORTED;
      }
    }
    return data.available() < HTTP_2.length ? Support.UNKNOWN : Support.UNSUPPORTED;
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return http1.supportedApplicationProtocols();
  }

  /** Upgrades to HTTP/2; a malformed upgrade request is ignored. */
  private record Upgrade(Http2Upgrader http2) implements Http1Upgrader {
    @Override
    public String supportedProtocol() {
      return http2.supportedProtocol();
    }

    @Override
    public @Nullable ServerConnection upgrade(
        ConnectionContext connection, HttpPrologue prologue, WritableHeaders<?> headers) {
      try {
        return http2.upgrade(connection, prologue, headers);
      } catch (ServerConnectionException e) {
        throw e;
      } catch (RuntimeException e) {
        return null;
      }
    }
  }

  /** Helidon's context of a connection with the reader and writer replaced. */
  private record CorrectedContext(
      ConnectionContext given, RequestReader dataReader, DataWriter dataWriter)
      implements ConnectionContext {

    @Override
    public ListenerContext listenerContext() {
      return given.listenerContext();
    }

    @Override
    public ExecutorService executor() {
      return given.executor();
    }

    @Override
    public Router router() {
      return given.router();
    }

    @Override
    public Optional<ProxyProtocolData> proxyProtocolData() {
      return given.proxyProtocolData();
    }

    @Override
    public HelidonSocket serverSocket() {
      return given.serverSocket();
    }

    @Override
    public PeerInfo remotePeer() {
      return given.remotePeer();
    }

    @Override
    public PeerInfo localPeer() {
      return given.localPeer();
    }

    @Override
    public boolean isSecure() {
      return given.isSecure();
    }

    @Override
    public String socketId() {
      return given.socketId();
    }

    @Override
    public String childSocketId() {
      return given.childSocketId();
    }
  }

  /** Helidon's connection, whose handlers find it in {@link ClientConnection#current}. */
  private record Watched(
      ServerConnection http1, ClientConnection connection, ConnectionThreads threads)
      implements ServerConnection, InterruptableTask<Void> {

    @Override
    public void handle(Limit limit) {
      threads.run(() ->
          ScopedValue.where(ClientConnection.CURRENT, connection)
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
