package dev.edgewise.server.webhook;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The time limit of a call. When it is reached, the call's connection is closed, which ends any
 * blocking operation of the call.
 */
final class Deadline {

  private static final String FINISHED = "";

  private final Limit whole;

  /** The reason for which the call was ended, or {@link #FINISHED}; null while it is open. */
  private final AtomicReference<@Nullable String> over = new AtomicReference<>();

  private volatile Limit limit;

  /** Null until the call has a connection. */
  private volatile @Nullable SocketChannel channel;

  /** A time of {@link System#nanoTime} and the failure to report when it is reached. */
  private record Limit(long at, String reason) {}

  Deadline(Duration patience, String reason) {
    whole = new Limit(System.nanoTime() + patience.toNanos(), reason);
    limit = whole;
  }

  /** Sets a shorter limit for the next step of the call. */
  void narrow(Duration patience, String reason) {
    long at = System.nanoTime() + patience.toNanos();
    limit = at - whole.at < 0 ? new Limit(at, reason) : whole;
  }

  /** Restores the limit of the whole call. */
  void widen() {
    limit = whole;
  }

  /** Returns the time left, always positive. */
  Duration left() {
    return Duration.ofNanos(Math.max(1, limit.at - System.nanoTime()));
  }

  /** Sets the channel to close when the time is over. */
  void on(SocketChannel channel) throws IOException {
    this.channel = channel;
    if (over.get() != null) {
      cut(channel);
      throw new IOException("the call is over");
    }
  }

  /** Ends the call if its limit is reached. */
  void check(long now) {
    Limit current = limit;
    if (current.at - now <= 0) {
      end(current.reason);
    }
  }

  /** Ends the call unless it has finished. */
  void end(String reason) {
    if (over.compareAndSet(null, reason)) {
      SocketChannel current = channel;
      if (current != null) {
        cut(current);
      }
    }
  }

  /**
   * Marks the call as finished. Returns false if the deadline has ended the call first and is
   * closing its connection.
   */
  boolean finish() {
    return over.compareAndSet(null, FINISHED);
  }

  /** Returns the reason for which the call was ended; empty if it was not. */
  Optional<String> reason() {
    return Optional.ofNullable(over.get()).filter(reason -> !reason.equals(FINISHED));
  }

  private static void cut(SocketChannel channel) {
    try (channel) {
      // Unsent bytes are discarded.
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException _) {
      // The channel is closed in any case.
    }
  }
}
