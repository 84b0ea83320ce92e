package dev.edgewise.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Locale;

/** Bytes sent to a server as they are, and what came back until the server closed. */
public record RawExchange(String head, String body) {
  private static final int PATIENCE_MILLIS = 20_000;

  /** Sends all of the request, one byte per character, then reads until the server closes. */
  public static RawExchange of(int port, String request) throws IOException {
    return of(new Socket(InetAddress.getLoopbackAddress(), port), request);
  }

  /** The same on a connection, which is closed afterwards. */
  public static RawExchange of(Socket connection, String request) throws IOException {
    try (var socket = connection) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      try {
        socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      } catch (SocketException e) {
        // The server has answered and closed before it had everything.
      }
      return parse(read(socket.getInputStream()));
    }
  }

  private static String read(InputStream in) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try {
      in.transferTo(bytes);
    } catch (SocketException e) {
      // What came before the reset counts.
    }
    return bytes.toString(ISO_8859_1);
  }

  private static RawExchange parse(String answer) {
    int end = answer.indexOf("\r\n\r\n");
    return end < 0
        ? new RawExchange(answer, "")
        : new RawExchange(answer.substring(0, end + 2), answer.substring(end + 4));
  }

  /** The status; 0 when there was no answer. */
  public int status() {
    String[] parts = head.split(" ", 3);
    return parts.length < 2 || !parts[0].startsWith("HTTP/") ? 0 : Integer.parseInt(parts[1]);
  }

  public boolean hasHeader(String name) {
    return head.toLowerCase(Locale.ROOT).contains("\r\n" + name.toLowerCase(Locale.ROOT) + ":");
  }

  /** The content of a body that was sent in chunks; fails unless the last chunk is there. */
  public String unchunked() {
    var content = new StringBuilder();
    int at = 0;
    while (true) {
      int end = body.indexOf("\r\n", at);
      if (end < 0) {
        throw new AssertionError("the body ends without its last chunk");
      }
      int size = Integer.parseInt(body.substring(at, end), 16);
      if (size == 0) {
        return content.toString();
      }
      content.append(body, end + 2, end + 2 + size);
      at = end + 2 + size + 2;
    }
  }
}
