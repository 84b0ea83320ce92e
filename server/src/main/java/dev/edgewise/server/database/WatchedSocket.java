package dev.edgewise.server.database;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A socket that records since when a read or write has been waiting. */
final class WatchedSocket extends Socket {
  private static final long NOT_WAITING = Long.MIN_VALUE;

  private final AtomicLong since = new AtomicLong(NOT_WAITING);

  /** When the current read or write began, by {@link System#nanoTime}; null when there is none. */
  @Nullable Long waitingSince() {
    long value = since.get();
    return value == NOT_WAITING ? null : value;
  }

  /** Closes the socket, so that a waiting read or write fails. */
  void abandon() {
    try {
      close();
    } catch (IOException e) {
      // The connection is given up either way.
    }
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new FilterInputStream(super.getInputStream()) {
      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        since.setRelease(System.nanoTime());
        try {
          return in.read(bytes, offset, length);
        } finally {
          since.setRelease(NOT_WAITING);
        }
      }
    };
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return new FilterOutputStream(super.getOutputStream()) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        since.setRelease(System.nanoTime());
        try {
          out.write(bytes, offset, length);
        } finally {
          since.setRelease(NOT_WAITING);
        }
      }
    };
  }
}
