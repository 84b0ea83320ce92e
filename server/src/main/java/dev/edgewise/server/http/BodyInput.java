package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.server.config.Limits;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.RequestException;
import io.helidon.webserver.ServerConnectionException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * The body of a request. It enforces the limits of size, time and shared memory, and turns failures
 * of the connection into API errors.
 */
final class BodyInput extends InputStream {
  private static final Duration GRACE = Duration.ofSeconds(Limits.BODY_GRACE_SECS);
  private static final int DISCARDED_AT_ONCE = 16 * 1024;

  private final InputStream in;
  private final BodyLimits limits;
  private final BodyBudget.Share share;
  private final ClientConnection connection;
  private final long begun = System.nanoTime();
  private long count;
  private boolean ended;

  BodyInput(
      InputStream in, BodyLimits limits, BodyBudget.Share share, ClientConnection connection) {
    this.in = in;
    this.limits = limits;
    this.share = share;
    this.connection = connection;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = readWithin(timeLeft(), bytes, offset, length);
    if (read < 0) {
      ended = true;
      return read;
    }
    count += read;
    if (count > limits.bytes()) {
      throw ApiException.of(ErrorCode.BODY_TOO_LARGE, tooLarge(limits.bytes()));
    }
    share.take(read);
    return read;
  }

  static String tooLarge(long max) {
    return "The limit is %d bytes: MAX_BODY_BYTES, or less where the server's memory is small (-Xmx)."
        .formatted(max);
  }

  /** The time the client has left; it grows with the bytes it has sent. */
  private Duration timeLeft() {
    return GRACE
        .plusSeconds(count / Limits.BODY_MIN_BYTES_PER_SEC)
        .minusNanos(System.nanoTime() - begun);
  }

  private int readWithin(Duration left, byte[] bytes, int offset, int length) throws IOException {
    if (!left.isPositive()) {
      throw tooSlow();
    }
    Duration patience = left.compareTo(limits.silence()) < 0 ? left : limits.silence();
    try {
      return readTimed(patience, bytes, offset, length);
    } catch (DataReader.InsufficientDataAvailableException e) {
      throw incomplete();
    } catch (ServerConnectionException e) {
      throw ClientConnection.timedOut(e) ? tooSlow() : incomplete();
    }
  }

  private int readTimed(Duration patience, byte[] bytes, int offset, int length)
      throws IOException {
    int usual = connection.patience();
    connection.patience(Math.clamp(patience.toMillis(), 1, usual));
    try {
      return in.read(bytes, offset, length);
    } finally {
      connection.patience(usual);
    }
  }

  private static ApiException tooSlow() {
    return ApiException.of(
        ErrorCode.REQUEST_TIMEOUT,
        "The body arrived too slowly. It may take %d s, plus one second for each %d bytes."
            .formatted(Limits.BODY_GRACE_SECS, Limits.BODY_MIN_BYTES_PER_SEC));
  }

  /** A client that has closed only its sending side still receives this error. */
  private static ApiException incomplete() {
    return ApiException.of(ErrorCode.INVALID_REQUEST, "The body ended before it was complete.");
  }

  /**
   * Reads and drops the rest of the body, within limits; returns whether the end was reached. If
   * the connection were closed instead, a client that is still sending would not see the answer.
   */
  boolean discard() {
    byte[] bytes = new byte[DISCARDED_AT_ONCE];
    long discarded = 0;
    long deadline = System.nanoTime() + Duration.ofSeconds(Limits.DISCARD_MAX_SECS).toNanos();
    try {
      while (!ended && discarded <= Limits.DISCARD_MAX_BYTES) {
        int read =
            readWithin(Duration.ofNanos(deadline - System.nanoTime()), bytes, 0, DISCARDED_AT_ONCE);
        ended = read < 0;
        discarded += Math.max(read, 0);
      }
    } catch (IOException | ApiException | RequestException e) {
      // The client has disconnected or is too slow; the answer is sent anyway.
      return false;
    }
    return ended;
  }
}
