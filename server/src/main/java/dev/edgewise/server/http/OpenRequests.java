package dev.edgewise.server.http;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts open requests, so that a stop can wait for them. */
final class OpenRequests {

  private final AtomicInteger count = new AtomicInteger();
  private final CountDownLatch none = new CountDownLatch(1);
  private volatile boolean closed;

  /**
   * Counts a request; returns false when the server is stopping. For each true, {@link #leave} must
   * follow.
   */
  boolean enter() {
    count.incrementAndGet();
    if (closed) {
      leave();
      return false;
    }
    return true;
  }

  void leave() {
    if (count.decrementAndGet() == 0 && closed) {
      none.countDown();
    }
  }

  int count() {
    return count.get();
  }

  /** Refuses new requests and waits for the open ones; returns whether all ended in time. */
  boolean drain(Duration longest) throws InterruptedException {
    closed = true;
    return count.get() == 0 || none.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }
}
