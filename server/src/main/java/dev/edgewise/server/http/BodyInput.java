package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import io.helidon.common.buffers.DataReader;
import io.helidon.webserver.ServerConnectionException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;

/** A body as handlers read it: bounded, and with the failures of its connection told apart. */
final class BodyInput extends InputStream {

  private final InputStream in;
  private final long max;
  private long count;

  BodyInput(InputStream in, long max) {
    this.in = in;
    this.max = max;
  }

  static ApiException tooLarge(long max) {
    return ApiException.of(
        ErrorCode.BODY_TOO_LARGE, "The limit is " + max + " bytes (MAX_BODY_BYTES).");
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = readThrough(bytes, offset, length);
    count += Math.max(read, 0);
    if (count > max) {
      throw tooLarge(max);
    }
    return read;
  }

  private int readThrough(byte[] bytes, int offset, int length) throws IOException {
    try {
      return in.read(bytes, offset, length);
    } catch (DataReader.InsufficientDataAvailableException e) {
      throw new IOException("The client has gone", e);
    } catch (ServerConnectionException e) {
      if (e.getCause() != null && e.getCause().getCause() instanceof SocketTimeoutException) {
        throw ApiException.of(
            ErrorCode.REQUEST_TIMEOUT, "The rest of the body did not come (IDLE_TIMEOUT_SECS).");
      }
      throw new IOException("The client has gone", e);
    }
  }
}
