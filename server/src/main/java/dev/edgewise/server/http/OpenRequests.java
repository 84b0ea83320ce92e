package dev.edgewise.server.http;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the requests being served, so that a stop can wait for the last of them. */
final class OpenRequests {

  private final AtomicInteger count = new AtomicInteger();
  private final CountDownLatch none = new CountDownLatch(1);
  private volatile boolean closed;

  /** Takes a request in; false once the count is closed. Each one taken in must leave. */
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

  /** Takes no more in and waits for those inside; answers whether all have left in time. */
  boolean drain(Duration longest) throws InterruptedException {
    closed = true;
    return count.get() == 0 || none.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }
}
