package dev.edgewise.server.webhook;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The time that a call has. When it is over, the connection that the call is on is closed, so that
 * nothing can wait for it any longer, whatever it is doing.
 */
final class Deadline {

  private static final String FINISHED = "";

  private final Limit whole;

  /** Why the call was ended, or that it came to its end; null while it is open. */
  private final AtomicReference<@Nullable String> over = new AtomicReference<>();

  private volatile Limit limit;

  /** Null until the call has a connection. */
  private volatile @Nullable SocketChannel channel;

  /** A moment of {@link System#nanoTime}, and what is said when it has come. */
  private record Limit(long at, String reason) {}

  Deadline(Duration patience, String reason) {
    whole = new Limit(System.nanoTime() + patience.toNanos(), reason);
    limit = whole;
  }

  /** Lets what comes next take only so long. */
  void narrow(Duration patience, String reason) {
    long at = System.nanoTime() + patience.toNanos();
    limit = at - whole.at < 0 ? new Limit(at, reason) : whole;
  }

  /** Lets what comes next take as long as the call may. */
  void widen() {
    limit = whole;
  }

  /** What is left, at least a moment. */
  Duration left() {
    return Duration.ofNanos(Math.max(1, limit.at - System.nanoTime()));
  }

  /** Says what the call goes over from now on. */
  void on(SocketChannel channel) throws IOException {
    this.channel = channel;
    if (over.get() != null) {
      cut(channel);
      throw new IOException("the call is over");
    }
  }

  /** Ends the call if its time is over. */
  void check(long now) {
    Limit current = limit;
    if (current.at - now <= 0) {
      end(current.reason);
    }
  }

  /** Ends the call, unless it has come to its end. */
  void end(String reason) {
    if (over.compareAndSet(null, reason)) {
      SocketChannel current = channel;
      if (current != null) {
        cut(current);
      }
    }
  }

  /**
   * The call has come to its end. Nobody touches its connection any more, if this says so; else it
   * is being closed.
   */
  boolean finish() {
    return over.compareAndSet(null, FINISHED);
  }

  /** Why the call was ended; empty unless it was. */
  Optional<String> reason() {
    return Optional.ofNullable(over.get()).filter(reason -> !reason.equals(FINISHED));
  }

  private static void cut(SocketChannel channel) {
    try (channel) {
      // What has not been sent yet is not worth keeping.
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException _) {
      // It is closed all the same.
    }
  }
}
