package dev.edgewise.server.http.read;

import dev.edgewise.server.http.StopSignal;
import dev.edgewise.server.store.Signals;
import dev.edgewise.server.store.read.CommitWatch;
import java.io.IOException;
import java.time.Duration;

/**
 * What long requests wait for. They look after each commit of this server, a pause apart at least,
 * and once in a while for what other servers committed.
 */
final class News {
  static final Duration FOREVER = Duration.ofDays(36_500);

  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration SAFETY = Duration.ofSeconds(1);

  private final Signals signals;
  private final StopSignal stopSignal;

  News(Signals signals, StopSignal stopSignal) {
    this.signals = signals;
    this.stopSignal = stopSignal;
  }

  /** A look at what may have changed; answers whether that was enough. */
  @FunctionalInterface
  interface Look {
    boolean enough() throws IOException, InterruptedException;
  }

  /** Looks again and again until a look was enough, the time is over, or the server stops. */
  void follow(Duration longest, Look look) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + longest.toNanos();
    try (var watch = new CommitWatch(signals)) {
      Runnable wakeUp = watch::events;
      stopSignal.onStop(wakeUp);
      try {
        while (!look.enough() && deadline - System.nanoTime() > 0 && !stopSignal.await(PAUSE)) {
          long left = deadline - System.nanoTime();
          watch.await(Duration.ofNanos(Math.clamp(left, 0, SAFETY.toNanos())));
        }
      } finally {
        stopSignal.forget(wakeUp);
      }
    }
  }
}
