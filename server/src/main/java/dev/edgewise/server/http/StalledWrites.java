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
 * Closes the connections of clients that stop reading. A write to a socket has no time-out: without
 * this, such a client would keep its thread and its place among the event streams for ever.
 */
final class StalledWrites implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(StalledWrites.class);

  /** By how much a write may outlast its time, as a part of that time. */
  private static final int LOOKS_PER_LIMIT = 4;

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final long limitNanos;
  private final Duration pause;
  private final Set<Write> open = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);

  /** A write that has begun; each is equal to itself only. */
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

  /** The writer of a connection, watched. */
  DataWriter watched(DataWriter writer, Socket socket) {
    return new Watched(writer, socket);
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
      ProcessEnd.heed(e);
      log.error("Clients that do not read cannot be disconnected now", e);
    }
  }

  private void end(Write write) {
    log.debug("The client {} does not read", write.socket.getRemoteSocketAddress());
    open.remove(write);
    try {
      // The rest of the answer is not sent in the background either.
      write.socket.setSoLinger(true, 0);
      write.socket.close();
    } catch (IOException e) {
      log.debug("A connection did not close", e);
    }
  }

  /** Looks no more. */
  @Override
  public void close() {
    closed.countDown();
  }

  /** A writer each of whose writes is limited. */
  private final class Watched implements DataWriter {
    private final DataWriter writer;
    private final Socket socket;

    Watched(DataWriter writer, Socket socket) {
      this.writer = writer;
      this.socket = socket;
    }

    private void limited(Runnable writing) {
      Write write = new Write(socket);
      open.add(write);
      try {
        writing.run();
      } finally {
        open.remove(write);
      }
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
