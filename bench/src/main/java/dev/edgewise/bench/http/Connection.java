package dev.edgewise.bench.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One connection that is kept: HTTP/1.1, one exchange after the other. */
public final class Connection implements AutoCloseable {

  private static final int BUFFER_BYTES = 64 * 1024;

  private final String host;
  private final String authorization;
  private final Socket socket = new Socket();
  private final InputStream in;
  private final OutputStream out;

  public Connection(int port) {
    this(port, null);
  }

  /**
   * @param key signs every request in; null when the server needs none
   */
  public Connection(int port, @Nullable String key) {
    host = "127.0.0.1:" + port;
    authorization = key == null ? "" : "\r\nAuthorization: Bearer " + key;
    try {
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
      in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
      out = socket.getOutputStream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Reply get(String path) {
    return send("GET", path, new byte[0]);
  }

  public Reply post(String path, byte[] body) {
    return send("POST", path, body);
  }

  /** Sends a request and reads its whole answer. */
  public Reply send(String method, String path, byte[] body) {
    return send(method, path, body, true);
  }

  /** The same, but keeps no body of an answer that accepts: it may be as large as what was sent. */
  public Reply submit(String path, byte[] body) {
    return send("POST", path, body, false);
  }

  private Reply send(String method, String path, byte[] body, boolean keeping) {
    try {
      String head =
          method
              + " "
              + path
              + " HTTP/1.1\r\nHost: "
              + host
              + authorization
              + "\r\nContent-Type: application/json\r\nContent-Length: "
              + body.length
              + "\r\n\r\n";
      byte[] first = head.getBytes(ISO_8859_1);
      // One packet where it fits: a second one would wait for the other side's delayed answer.
      if (body.length <= BUFFER_BYTES) {
        byte[] whole = new byte[first.length + body.length];
        System.arraycopy(first, 0, whole, 0, first.length);
        System.arraycopy(body, 0, whole, first.length, body.length);
        out.write(whole);
      } else {
        out.write(first);
        out.write(body);
      }
      out.flush();
      return reply(keeping);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Reply reply(boolean keeping) throws IOException {
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    Map<String, String> headers = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    var body = new ByteArrayOutputStream();
    OutputStream kept = keeping || status >= Reply.REFUSED ? body : OutputStream.nullOutputStream();
    if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
      for (int size = chunkSize(); size > 0; size = chunkSize()) {
        kept.write(bytes(size));
        line();
      }
      line();
    } else {
      kept.write(bytes(Integer.parseInt(headers.getOrDefault("content-length", "0"))));
    }
    return new Reply(status, headers, body.toByteArray());
  }

  private int chunkSize() throws IOException {
    return Integer.parseInt(line().split(";", 2)[0].strip(), 16);
  }

  private byte[] bytes(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException("the server closed the connection in the middle of an answer");
    }
    return bytes;
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server closed the connection");
      }
      line.append((char) c);
    }
    line.setLength(Math.max(0, line.length() - 1));
    return line.toString();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
