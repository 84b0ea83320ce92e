package dev.edgewise.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.edgewise.server.tls.ServerTls;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.SocketWriter;
import io.helidon.common.socket.TlsSocket;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ServerConnectionException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS over the socket of a client.
 *
 * <p>Helidon's own TLS on blocking sockets ignores the protocols and the request for a client's
 * certificate, and does not close the socket below.
 */
final class SecureSocket implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SecureSocket.class);
  private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};
  private static final Set<String> PROTOCOLS = Set.of("http/1.1", "http/1.0");
  private static final int HANDSHAKE_RECORD = 22;
  private static final String ADVICE =
      "This port speaks HTTPS. Use a URL that begins with https://\n";
  private static final String PLAIN_HTTP =
      "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n"
              .formatted(ADVICE.length())
          + "Connection: close\r\n\r\n"
          + ADVICE;

  private final SSLSocket socket;
  private final HelidonSocket stream;
  private final boolean needsCertificate;

  private SecureSocket(SSLSocket socket, HelidonSocket stream, boolean needsCertificate) {
    this.socket = socket;
    this.stream = stream;
    this.needsCertificate = needsCertificate;
  }

  /**
   * Begins TLS on an accepted socket, which is closed with it.
   *
   * @throws CloseConnectionException when the handshake fails
   */
  static SecureSocket over(Socket below, ServerTls tls, ConnectionContext context) {
    try {
      // Helidon has read them to find out which protocol the client speaks.
      byte[] first = context.dataReader().readBuffer().readBytes();
      if (first[0] != HANDSHAKE_RECORD) {
        below.getOutputStream().write(PLAIN_HTTP.getBytes(US_ASCII));
        throw new CloseConnectionException("The client does not speak TLS");
      }
      SSLSocket socket =
          (SSLSocket)
              tls.context()
                  .getSocketFactory()
                  .createSocket(below, new ByteArrayInputStream(first), /* autoClose= */ true);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setProtocols(VERSIONS);
      parameters.setWantClientAuth(tls.needsClientCertificates());
      socket.setSSLParameters(parameters);
      socket.setHandshakeApplicationProtocolSelector((_, offered) -> protocol(offered));
      socket.startHandshake();
      var stream = TlsSocket.server(socket, context.childSocketId(), context.socketId());
      return new SecureSocket(socket, stream, tls.needsClientCertificates());
    } catch (IOException e) {
      log.debug("No TLS with {}: {}", below.getRemoteSocketAddress(), e.toString());
      throw new CloseConnectionException("The TLS handshake failed", e);
    }
  }

  /**
   * The protocol to use of those that a client offers; null, which ends the handshake, for none.
   */
  private static @Nullable String protocol(List<String> offered) {
    return offered.stream().filter(PROTOCOLS::contains).findFirst().orElse(null);
  }

  DataReader reader() {
    return DataReader.create(() -> {
      try {
        return stream.get();
      } catch (UncheckedIOException e) {
        throw new ServerConnectionException("The connection broke", e);
      }
    });
  }

  DataWriter writer() {
    return SocketWriter.create(stream);
  }

  /** Whether the client presented no certificate although it must. */
  boolean lacksCertificate() {
    if (!needsCertificate) {
      return false;
    }
    try {
      socket.getSession().getPeerPrincipal();
      return false;
    } catch (SSLPeerUnverifiedException e) {
      return true;
    }
  }

  /** Tells the client that nothing follows, and closes the socket below. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // The client has closed it.
    }
  }
}
