package dev.edgewise.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP/1 connection of a request.
 *
 * @param secure TLS over the socket; null for plain HTTP
 */
record ClientConnection(
    Socket socket, @Nullable SecureSocket secure, RequestReader reader, DataWriter writer) {
  static final ScopedValue<ClientConnection> CURRENT = ScopedValue.newInstance();

  /** The connection of the request that the current thread handles. */
  static ClientConnection current() {
    return CURRENT.get();
  }

  /** Whether the client presented no TLS certificate although it must. */
  boolean lacksCertificate() {
    return secure != null && secure.lacksCertificate();
  }

  /** Ends TLS when nothing more is sent. */
  void end() {
    if (secure != null) {
      secure.close();
    }
  }

  /** Whether the client is still connected. The check blocks for up to a millisecond. */
  boolean clientIsThere() {
    try {
      int timeout = socket.getSoTimeout();
      socket.setSoTimeout(1);
      try {
        reader.ensureAvailable();
        return true;
      } finally {
        socket.setSoTimeout(timeout);
      }
    } catch (DataReader.InsufficientDataAvailableException e) {
      return false;
    } catch (IOException | UncheckedIOException | ServerConnectionException e) {
      return timedOut(e);
    }
  }

  /** Whether a failure was only a read timeout. */
  static boolean timedOut(@Nullable Throwable e) {
    return e instanceof SocketTimeoutException || (e != null && timedOut(e.getCause()));
  }

  /** The read timeout in milliseconds. */
  int patience() {
    try {
      return socket.getSoTimeout();
    } catch (SocketException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sets the read timeout in milliseconds. */
  void patience(int millis) {
    try {
      socket.setSoTimeout(millis);
    } catch (SocketException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Shows the client that what it got is not all: a reset instead of an end. It is closed at once,
   * because Helidon would say that the output has ended before it closes.
   */
  void reset() {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // The client has closed it.
    }
  }

  /**
   * Sends the head of an answer whose body ends with the connection, and returns where the body
   * goes. HTTP/1.0 knows no other end for a body of unknown length, and Helidon no such body.
   */
  OutputStream closeDelimited(ServerResponse out) {
    BufferData head = BufferData.growing(512);
    head.write(
        "HTTP/1.1 %d %s\r\n"
            .formatted(out.status().code(), out.status().reasonPhrase())
            .getBytes(StandardCharsets.US_ASCII));
    out.headers().set(HeaderValues.CONNECTION_CLOSE);
    for (Header header : out.headers()) {
      header.writeHttp1Header(head);
    }
    head.write("\r\n".getBytes(StandardCharsets.US_ASCII));
    writer.write(head);
    return new OutputStream() {
      @Override
      public void write(int b) {
        writer.write(BufferData.create(new byte[] {(byte) b}));
      }

      @Override
      public void write(byte[] bytes, int offset, int length) {
        writer.write(BufferData.create(Arrays.copyOfRange(bytes, offset, offset + length)));
      }

      @Override
      public void flush() {
        writer.flush();
      }
    };
  }
}
