package dev.edgewise.server.webhook;

import dev.edgewise.server.config.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.jspecify.annotations.Nullable;

/** A blocking HTTP/1.1 connection to a receiver, used from virtual threads. */
final class Connection extends DefaultBHttpClientConnection {

  private static final Http1Config LIMITS =
      Http1Config.custom()
          .setMaxLineLength(Limits.RESPONSE_LINE_MAX_BYTES)
          .setMaxHeaderCount(Limits.RESPONSE_HEADERS_MAX)
          .build();
  private static final DefaultHttpResponseParserFactory PARSERS =
      new DefaultHttpResponseParserFactory(LIMITS);

  private static final String[] PROTOCOLS = {"http/1.1"};

  private final SocketChannel channel;

  /** The buffer that responses are read from; null until there is one. */
  private @Nullable SessionInputBuffer received;

  private long idleUntil;

  /** Creates a connection without TLS. */
  Connection(SocketChannel channel) throws IOException {
    super(LIMITS, null, null, null, null, null, null, PARSERS);
    this.channel = channel;
    bind(channel.socket());
  }

  /** Starts TLS and verifies that the certificate matches {@code name}. */
  void secure(SSLContext context, String name, int port) throws IOException {
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(channel.socket(), name, port, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setApplicationProtocols(PROTOCOLS);
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    bind(new SocketHolder(socket, channel.socket()));
  }

  /** Lets the deadline close this connection when the call's time is over. */
  void use(Deadline deadline) throws IOException {
    deadline.on(channel);
  }

  /**
   * Sends a request. Returns whether all of it was sent: a receiver that rejects a body may respond
   * and close before it has read it.
   */
  boolean send(ClassicHttpRequest request) throws HttpException {
    try {
      sendRequestHeader(request);
      sendRequestEntity(request);
      flush();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Waits for the response to a request and leaves its body unread. */
  ClassicHttpResponse receive(ClassicHttpRequest request) throws IOException, HttpException {
    ClassicHttpResponse response = receiveResponseHeader();
    // Without a bound, a receiver that sends only interim responses would block a carrier thread of
    // the virtual threads.
    for (int interim = 0; response.getCode() < HttpStatus.SC_SUCCESS; interim++) {
      if (interim == Limits.RESPONSE_INTERIM_MAX) {
        throw new ProtocolException("more than " + interim + " interim answers");
      }
      response = receiveResponseHeader();
    }
    // Also where there is no body: only this shows whether anything follows the response.
    receiveResponseEntity(response);
    if (!MessageSupport.canResponseHaveBody(request.getMethod(), response)) {
      response.setEntity(null);
    }
    return response;
  }

  /** Keeps the input buffer, which the superclass hands out only here. */
  @Override
  protected InputStream createContentInputStream(
      long length, SessionInputBuffer buffer, InputStream in) {
    received = buffer;
    return super.createContentInputStream(length, buffer, in);
  }

  /**
   * Whether the connection can carry another call: both sides keep it alive, and the receiver sent
   * nothing after its response. Extra bytes would be read as the response to the next call.
   */
  boolean reusable(ClassicHttpRequest request, ClassicHttpResponse response) {
    return (received == null || received.length() == 0)
        && DefaultConnectionReuseStrategy.INSTANCE.keepAlive(
            request, response, HttpCoreContext.create());
  }

  /** Marks the connection as idle for at most this long. */
  void rest(Duration patience) {
    idleUntil = System.nanoTime() + patience.toNanos();
  }

  /** Whether the connection has been idle for too long. */
  boolean tooOld(long now) {
    return idleUntil - now <= 0;
  }

  /**
   * Whether the receiver has closed the connection or sent unrequested bytes. Over TLS such bytes
   * announce the close, so the connection is unusable in both cases.
   */
  boolean hungUp() {
    try {
      channel.configureBlocking(false);
      boolean silent = channel.read(ByteBuffer.allocate(1)) == 0;
      channel.configureBlocking(true);
      return !silent;
    } catch (IOException e) {
      return true;
    }
  }

  /** Closes the socket without TLS's close_notify: the receiver expects nothing more. */
  void drop() {
    try {
      channel.close();
    } catch (IOException _) {
      // The socket is closed in any case.
    }
  }
}
