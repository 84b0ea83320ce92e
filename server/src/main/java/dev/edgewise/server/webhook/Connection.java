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

/** A connection to a receiver. Its threads block, which virtual ones may. */
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

  /** Null until an answer may have a body. */
  private @Nullable SessionInputBuffer received;

  private long idleUntil;

  /** A connection in the clear. */
  Connection(SocketChannel channel) throws IOException {
    super(LIMITS, null, null, null, null, null, null, PARSERS);
    this.channel = channel;
    bind(channel.socket());
  }

  /** Makes it a secure one, to whoever proves to have the name. */
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

  /** Has the call that uses the connection end with its time. */
  void use(Deadline deadline) throws IOException {
    deadline.on(channel);
  }

  /**
   * Sends a request. Says whether all of it was sent: a receiver that refuses a body may answer and
   * hang up before it has read it.
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

  /** Waits for the answer to a request; its body is still to be read. */
  ClassicHttpResponse receive(ClassicHttpRequest request) throws IOException, HttpException {
    ClassicHttpResponse response = receiveResponseHeader();
    // A receiver that sends nothing else would keep the thread of all virtual ones busy.
    for (int interim = 0; response.getCode() < HttpStatus.SC_SUCCESS; interim++) {
      if (interim == Limits.RESPONSE_INTERIM_MAX) {
        throw new ProtocolException("more than " + interim + " interim answers");
      }
      response = receiveResponseHeader();
    }
    if (MessageSupport.canResponseHaveBody(request.getMethod(), response)) {
      receiveResponseEntity(response);
    }
    return response;
  }

  /** The one place in which the buffer that answers are read from can be got hold of. */
  @Override
  protected InputStream createContentInputStream(
      long length, SessionInputBuffer buffer, InputStream in) {
    received = buffer;
    return super.createContentInputStream(length, buffer, in);
  }

  /**
   * Whether it can be used again after this, as far as the two have said, and unless the receiver
   * has sent more than its answer: that would be taken for the answer to the next call.
   */
  boolean reusable(ClassicHttpRequest request, ClassicHttpResponse response) {
    return (received == null || received.length() == 0)
        && DefaultConnectionReuseStrategy.INSTANCE.keepAlive(
            request, response, HttpCoreContext.create());
  }

  /** Nobody needs it for the time being. */
  void rest(Duration patience) {
    idleUntil = System.nanoTime() + patience.toNanos();
  }

  /** Whether it has rested for too long. */
  boolean tooOld(long now) {
    return idleUntil - now <= 0;
  }

  /**
   * Whether the receiver is closing it, or has said something that nobody asked for, which over TLS
   * is how it says so. Nothing but the end can follow.
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

  /** Closes it without a word: there is nothing that the receiver still waits for. */
  void drop() {
    try {
      channel.close();
    } catch (IOException _) {
      // It is gone either way.
    }
  }
}
