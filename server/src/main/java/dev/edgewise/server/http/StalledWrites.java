package dev.edgewise.server.http;

import dev.edgewise.server.life.ProcessEnd;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes the connections of clients that stop reading. A write to a socket has no timeout, so such
 * a client would occupy a thread and an event stream forever.
 */
final class StalledWrites implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(StalledWrites.class);

  /** Checks per time limit: a write may exceed the limit by a quarter of it. */
  private static final int LOOKS_PER_LIMIT = 4;

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final long limitNanos;
  private final Duration pause;
  private final Set<Write> open = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);

  /** A write that is going on, compared by identity. */
  private static final class Write {
    private final Socket socket;
    private final long begun = System.nanoTime();

    Write(Socket socket) {
      this.socket = socket;
    }
  }

  /**
   * @param limit how long a single write may take
   */
  StalledWrites(Duration limit) {
    this.limitNanos = limit.toNanos();
    Duration part = limit.dividedBy(LOOKS_PER_LIMIT);
    this.pause = part.compareTo(LONGEST_PAUSE) < 0 ? part : LONGEST_PAUSE;
    Thread.ofPlatform().daemon().name("stalled-writes").start(this::run);
  }

  /** Wraps the writer of a connection so that its writes are limited. */
  DataWriter watched(DataWriter writer, Socket socket) {
    return new Watched(writer, socket);
  }

  /** Limits the time of something that writes to a socket. */
  void limited(Socket socket, Runnable writing) {
    Write write = new Write(socket);
    open.add(write);
    try {
      writing.run();
    } finally {
      open.remove(write);
    }
  }

  private void run() {
    try {
      while (!closed.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    try {
      long now = System.nanoTime();
      for (Write write : open) {
        if (now - write.begun > limitNanos) {
          end(write);
        }
      }
    } catch (RuntimeException | Error e) {
      ProcessEnd.endIfFatal(e);
      log.error("The check for clients that do not read failed", e);
    }
  }

  private void end(Write write) {
    log.debug(
        "Disconnecting {}: the client does not read its answer",
        write.socket.getRemoteSocketAddress());
    open.remove(write);
    try {
      // Drops the data in the send buffer, so that close() does not wait for the client.
      write.socket.setSoLinger(true, 0);
      write.socket.close();
    } catch (IOException e) {
      log.debug("The connection could not be closed", e);
    }
  }

  /** Stops the checks. */
  @Override
  public void close() {
    closed.countDown();
  }

  /** A writer whose writes are limited. */
  private final class Watched implements DataWriter {
    private final DataWriter writer;
    private final Socket socket;

    Watched(DataWriter writer, Socket socket) {
      this.writer = writer;
      this.socket = socket;
    }

    private void limited(Runnable writing) {
      StalledWrites.this.limited(socket, writing);
    }

    @Override
    public void write(BufferData... buffers) {
      limited(() -> writer.write(buffers));
    }

    @Override
    public void write(BufferData buffer) {
      limited(() -> writer.write(buffer));
    }

    @Override
    public void writeNow(BufferData... buffers) {
      limited(() -> writer.writeNow(buffers));
    }

    @Override
    public void writeNow(BufferData buffer) {
      limited(() -> writer.writeNow(buffer));
    }

    @Override
    public void flush() {
      limited(writer::flush);
    }

    @Override
    public void close() {
      writer.close();
    }
  }
}
