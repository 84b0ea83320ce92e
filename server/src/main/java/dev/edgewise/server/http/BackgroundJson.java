package dev.edgewise.server.http;

import dev.edgewise.server.life.ProcessEnd;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Serializes a value to JSON in the background before it is known whether it will be sent. It fills
 * a bounded buffer; the rest is serialized while the buffer is sent.
 */
public final class BackgroundJson implements AutoCloseable {
  private static final int PIECE_BYTES = 64 * 1024;
  private static final int PIECES_MAX = 1_024;

  private final BlockingQueue<Piece> pieces = new ArrayBlockingQueue<>(PIECES_MAX);
  private final Thread thread;

  private sealed interface Piece {
    @SuppressWarnings("ArrayRecordComponent") // Only ever sent, never compared.
    record Bytes(byte[] bytes) implements Piece {}

    record End() implements Piece {}

    record Failed(RuntimeException why) implements Piece {}
  }

  private BackgroundJson(Object value) {
    thread = Thread.ofVirtual().name("background-json").unstarted(() -> write(value));
  }

  /** Starts to serialize a value, which must not change from now on. */
  public static BackgroundJson of(Object value) {
    var ahead = new BackgroundJson(value);
    ahead.thread.start();
    return ahead;
  }

  private void write(Object value) {
    try {
      Piece last;
      try {
        var cutting = new Cutting();
        Wire.write(cutting, value);
        cutting.cut();
        last = new Piece.End();
      } catch (RuntimeException | IOException | Error e) {
        ProcessEnd.endIfFatal(e);
        last = new Piece.Failed(new IllegalStateException("The answer cannot be serialized", e));
      }
      pieces.put(last);
    } catch (InterruptedException e) {
      // Closed: the value is not sent.
      Thread.currentThread().interrupt();
    }
  }

  /** Writes the whole JSON text. */
  public void writeTo(OutputStream out) throws IOException, InterruptedException {
    try (this) {
      while (true) {
        switch (pieces.take()) {
          case Piece.Bytes(byte[] bytes) -> out.write(bytes);
          case Piece.Failed(RuntimeException why) -> throw why;
          case Piece.End _ -> {
            return;
          }
        }
      }
    }
  }

  /** Whether serialization is still going on. */
  boolean isWriting() {
    return thread.isAlive();
  }

  /** Stops the serialization. */
  @Override
  public void close() {
    thread.interrupt();
  }

  /** Splits the serialized bytes into pieces of equal size and queues them. */
  private final class Cutting extends OutputStream {
    private byte[] piece = new byte[PIECE_BYTES];
    private int size;

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      int done = 0;
      while (done < length) {
        int some = Math.min(length - done, PIECE_BYTES - size);
        System.arraycopy(bytes, offset + done, piece, size, some);
        size += some;
        done += some;
        if (size == PIECE_BYTES) {
          put(new Piece.Bytes(piece));
          piece = new byte[PIECE_BYTES];
          size = 0;
        }
      }
    }

    void cut() throws IOException {
      put(new Piece.Bytes(Arrays.copyOf(piece, size)));
    }

    private void put(Piece full) throws IOException {
      try {
        pieces.put(full);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("the value is not sent");
      }
    }
  }
}
