package dev.edgewise.server.http;

import dev.edgewise.server.tls.ServerTls;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
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
 * become the next request.
 */
final class ClientConnections implements ServerConnectionSelector {
  /** Number of accepted sockets that have sent nothing yet at which closed ones are removed. */
  private static final int MAX_SILENT = 1_000;

  private final ServerConnectionSelector http1;
  private final Map<Ends, Socket> silent = new ConcurrentHashMap<>();
  private final ConnectionThreads threads = new ConnectionThreads();
  private final StalledWrites writes;
  private final @Nullable ServerTls tls;

  /** The addresses of a connection's ends, which no other open connection has. */
  private record Ends(SocketAddress remote, SocketAddress local) {}

  /**
   * @param writes closes connections of clients that do not read
   * @param tls null for plain HTTP
   */
  ClientConnections(Http1Config config, StalledWrites writes, @Nullable ServerTls tls) {
    this.writes = writes;
    this.tls = tls;
    http1 = Http1ConnectionSelector.builder().config(config).build();
  }

  /** Remembers an accepted socket until its client sends something. */
  void accepted(Socket socket) {
    if (silent.size() >= MAX_SILENT) {
      silent.values().removeIf(Socket::isClosed);
    }
    silent.put(new Ends(socket.getRemoteSocketAddress(), socket.getLocalSocketAddress()), socket);
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    Ends ends = new Ends(context.remotePeer().address(), context.localPeer().address());
    Socket socket = Objects.requireNonNull(silent.remove(ends), "a socket that was not accepted");
    SecureSocket secure = tls == null ? null : SecureSocket.over(socket, tls, context);
    var reader = new RequestReader(secure == null ? context.dataReader() : secure.reader());
    DataWriter writer =
        writes.watched(secure == null ? context.dataWriter() : secure.writer(), socket);
    return new Watched(
        http1.connection(new CorrectedContext(context, reader, writer, secure != null)),
        new ClientConnection(socket, secure, reader, writer),
        threads,
        writes);
  }

  @Override
  public int bytesToIdentifyConnection() {
    return http1.bytesToIdentifyConnection();
  }

  /** Takes whatever a client sends, so that one that does not speak HTTP/1 gets an error. */
  @Override
  public Support supports(BufferData data) {
    return Support.SUPPORTED;
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return http1.supportedApplicationProtocols();
  }

  /** Helidon's context of a connection with TLS added and the reader and writer replaced. */
  private record CorrectedContext(
      ConnectionContext given, RequestReader dataReader, DataWriter dataWriter, boolean isSecure)
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
      ServerConnection http1,
      ClientConnection connection,
      ConnectionThreads threads,
      StalledWrites writes)
      implements ServerConnection, InterruptableTask<Void> {

    @Override
    public void handle(Limit limit) {
      threads.run(() ->
          ScopedValue.where(ClientConnection.CURRENT, connection)
              .<@Nullable Void, InterruptedException>call(() -> {
                try {
                  http1.handle(limit);
                } finally {
                  writes.limited(connection.socket(), connection::end);
                }
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
