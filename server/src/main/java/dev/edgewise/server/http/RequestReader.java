package dev.edgewise.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.server.config.Limits;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.DirectHandler;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Feeds the bytes of one client connection to Helidon's HTTP/1 parser, and changes them where the
 * parser is stricter than HTTP or trusts the client too much.
 *
 * <ul>
 *   <li>Helidon refuses HTTP/1.0. A request line of HTTP/1.0 is passed on as HTTP/1.1, and {@link
 *       AnswerWriter} writes the answer in the form that HTTP/1.0 requires.
 *   <li>Of an absolute target such as {@code GET http://localhost/task HTTP/1.1}, Helidon gets the
 *       path; the host is kept for {@link RequestGuard}.
 *   <li>Chunk extensions and trailers are skipped. A chunk is passed on in pieces, because Helidon
 *       would collect a chunk of any size in memory first. A malformed chunk ends the request with
 *       a 400.
 *   <li>After an answer with {@code Connection: close} no further request is read, so that Helidon
 *       closes the connection when the answer is complete.
 * </ul>
 */
final class RequestReader extends DataReader {
  private static final int PIECE_BYTES = 16 * 1024;
  private static final int MAX_SIZE_DIGITS = 15;
  private static final String METHOD_CHARS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~";
  private static final Pattern ABSOLUTE_FORM =
      Pattern.compile("([^ ]+ )https?://([^/?# ]*)([^ ]*)(.*)", Pattern.CASE_INSENSITIVE);
  private static final byte[] HTTP_1_0 = {' ', 'H', 'T', 'T', 'P', '/', '1', '.', '0'};

  private boolean requestLineIsNext = true;
  private boolean inHead = true;
  private boolean http10;
  private @Nullable String authority;
  private boolean last;
  private boolean malformed;
  private long chunkLeft;
  private boolean lastChunk;
  private boolean inPiece;
  private boolean atPieceEnd;

  @SuppressWarnings(
      "removal") // The replacement is a factory method, which cannot create a subclass.
  RequestReader(DataReader connection) {
    super(() -> connection.readBuffer().readBytes());
  }

  /** Called when a request has been read up to its body. */
  void requestArrived() {
    requestLineIsNext = true;
    inHead = false;
    chunkLeft = 0;
    lastChunk = false;
    atPieceEnd = false;
  }

  /** Whether the latest request used HTTP/1.0. */
  boolean http10() {
    return http10;
  }

  /** The host and port in the target of the latest request; null when the target was a path. */
  @Nullable String authority() {
    return authority;
  }

  /** Whether the body of the latest request was malformed. */
  boolean malformed() {
    return malformed;
  }

  /** Makes the current request the last one of the connection. */
  void end() {
    last = true;
  }

  @Override
  public int findNewLine(int max) {
    if (last) {
      throw new CloseConnectionException("The connection ended with the last answer");
    }
    return super.findNewLine(max);
  }

  /**
   * A client that disconnects or stops sending before its request is complete only ends the
   * connection.
   */
  @Override
  public void pullData() {
    try {
      super.pullData();
    } catch (InsufficientDataAvailableException | ServerConnectionException e) {
      if (inHead) {
        throw new CloseConnectionException("The client sent no complete request", e);
      }
      throw e;
    }
  }

  /**
   * Changes the request line. Helidon reads it as bytes, and otherwise at most the value of {@code
   * Connection}.
   */
  @Override
  public byte[] readBytes(int length) {
    byte[] bytes = super.readBytes(length);
    if (requestLineIsNext) {
      requestLineIsNext = false;
      inHead = true;
      checkMethod(bytes);
      http10 = endsWith(bytes, HTTP_1_0);
      if (http10) {
        bytes[length - 1] = '1';
      }
      return originForm(bytes);
    }
    return bytes;
  }

  /** Refuses methods with other characters, which Helidon would report as an internal error. */
  private static void checkMethod(byte[] line) {
    for (byte each : line) {
      if (each == ' ') {
        return;
      }
      if (METHOD_CHARS.indexOf(each) < 0) {
        throw RequestException.builder()
            .type(DirectHandler.EventType.BAD_REQUEST)
            .message("The method contains a character that HTTP does not allow")
            .build();
      }
    }
  }

  /** The request line with its target reduced to path and query. */
  private byte[] originForm(byte[] line) {
    authority = null;
    int target = 0;
    while (target < line.length && line[target] != ' ') {
      target++;
    }
    if (target + 1 >= line.length || line[target + 1] == '/') {
      return line;
    }
    Matcher absolute = ABSOLUTE_FORM.matcher(new String(line, ISO_8859_1));
    if (!absolute.matches()) {
      return line;
    }
    authority = absolute.group(2);
    String path = absolute.group(3);
    String rooted = path.startsWith("/") ? path : "/" + path;
    return (absolute.group(1) + rooted + absolute.group(4)).getBytes(ISO_8859_1);
  }

  private static boolean endsWith(byte[] bytes, byte[] end) {
    int from = bytes.length - end.length;
    return from >= 0 && Arrays.equals(bytes, from, bytes.length, end, 0, end.length);
  }

  /**
   * Reads the size of the next piece. Helidon reads nothing else as lines, except what follows the
   * last chunk.
   */
  @Override
  public String readLine() {
    if (lastChunk) {
      skipTrailers();
      return "";
    }
    if (chunkLeft == 0) {
      chunkLeft = size(line(Limits.CHUNK_LINE_MAX_BYTES));
      lastChunk = chunkLeft == 0;
    }
    return Long.toHexString(Math.min(chunkLeft, PIECE_BYTES));
  }

  @Override
  public BufferData readBuffer(int length) {
    boolean chunked = chunkLeft > 0;
    inPiece = true;
    BufferData piece = super.readBuffer(length);
    inPiece = false;
    if (chunked) {
      chunkLeft -= length;
      atPieceEnd = true;
    }
    return piece;
  }

  /** Skips the line break after a chunk, which Helidon expects after each piece. */
  @Override
  public void skip(int length) {
    if (inPiece || !atPieceEnd) {
      super.skip(length);
      return;
    }
    atPieceEnd = false;
    if (chunkLeft == 0 && (read() != '\r' || read() != '\n')) {
      throw malformed("A chunk of the body is longer than its declared size.");
    }
  }

  private void skipTrailers() {
    int left = Limits.HEADERS_MAX_BYTES;
    String trailer = line(left);
    while (!trailer.isEmpty()) {
      left -= trailer.length() + 2;
      trailer = line(Math.max(left, 1));
    }
  }

  private String line(int max) {
    if (malformed) {
      throw malformed("The chunked body is malformed.");
    }
    int end;
    try {
      end = super.findNewLine(max);
    } catch (IncorrectNewLineException e) {
      throw malformed("A line between the chunks of the body does not end with CR LF.");
    }
    if (end == max) {
      throw malformed("A line between the chunks of the body is too long.");
    }
    String line = readAsciiString(end);
    super.skip(2);
    return line;
  }

  private long size(String line) {
    int extension = line.indexOf(';');
    String digits = (extension < 0 ? line : line.substring(0, extension)).stripTrailing();
    if (digits.isEmpty()
        || digits.length() > MAX_SIZE_DIGITS
        || !digits.chars().allMatch(HexFormat::isHexDigit)) {
      throw malformed("A chunk of the body has no valid size.");
    }
    return HexFormat.fromHexDigitsToLong(digits);
  }

  private ApiException malformed(String detail) {
    malformed = true;
    return ApiException.of(ErrorCode.INVALID_REQUEST, detail);
  }
}
