package dev.edgewise.server.testing;

import dev.edgewise.server.life.WaitClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until a test moves it; it writes down every wait that it was asked for.
 */
public final class ManualClock implements WaitClock {
  private final AtomicLong now = new AtomicLong(TimeUnit.DAYS.toNanos(1));
  private final AtomicInteger waiting = new AtomicInteger();
  private final List<Duration> waits = new CopyOnWriteArrayList<>();

  @Override
  public long nanoTime() {
    return now.get();
  }

  /** Lets time pass. */
  public void advance(Duration time) {
    now.addAndGet(time.toNanos());
  }

  /** The waits that were asked for so far, in their order. */
  public List<Duration> waits() {
    return List.copyOf(waits);
  }

  /** Returns once this many threads wait by this clock. */
  public void awaitWaiting(int threads) {
    Awaitility.await().until(() -> waiting.get() == threads);
  }

  @Override
  public long await(Condition condition, long nanos) throws InterruptedException {
    long deadline = begin(nanos);
    try {
      boolean signaled = false;
      while (!signaled && deadline - nanoTime() > 0) {
        signaled = condition.await(1, TimeUnit.MILLISECONDS);
      }
      return deadline - nanoTime();
    } finally {
      waiting.decrementAndGet();
    }
  }

  @Override
  public <T> @Nullable T poll(BlockingQueue<T> queue, long nanos) throws InterruptedException {
    long deadline = begin(nanos);
    try {
      T head = queue.poll();
      while (head == null && deadline - nanoTime() > 0) {
        head = queue.poll(1, TimeUnit.MILLISECONDS);
      }
      return head;
    } finally {
      waiting.decrementAndGet();
    }
  }

  private long begin(long nanos) {
    long deadline = nanoTime() + nanos;
    waits.add(Duration.ofNanos(nanos));
    waiting.incrementAndGet();
    return deadline;
  }
}
