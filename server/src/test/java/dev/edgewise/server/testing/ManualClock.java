package dev.edgewise.server.testing;

import dev.edgewise.server.life.WaitClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A clock that stands still until a test moves it, and records every wait. */
public final class ManualClock implements WaitClock {
  private final AtomicLong now = new AtomicLong(TimeUnit.DAYS.toNanos(1));
  private final AtomicInteger waiting = new AtomicInteger();
  private final List<Duration> waits = new CopyOnWriteArrayList<>();
  private final Map<Thread, Pause> paused = new ConcurrentHashMap<>();

  /** The rest of a wait that returned without a signal before its time was over. */
  private record Pause(Condition condition, long left, long deadline) {

    boolean isOf(Condition other, long nanos) {
      return condition.equals(other) && left == nanos;
    }
  }

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

  /**
   * Returns without a signal now and then, as a condition may: a signal that arrives just when a
   * timed wait ends is lost, and only the caller can check what it was about. When the caller waits
   * for the rest, that counts as the same wait.
   */
  @Override
  @SuppressWarnings("WaitNotInLoop") // The loop is the caller's.
  public long await(Condition condition, long nanos) throws InterruptedException {
    Pause pause = paused.remove(Thread.currentThread());
    long deadline = pause != null && pause.isOf(condition, nanos) ? pause.deadline() : begin(nanos);
    waiting.incrementAndGet();
    try {
      boolean signaled = condition.await(1, TimeUnit.MILLISECONDS);
      long left = deadline - nanoTime();
      if (!signaled && left > 0) {
        paused.put(Thread.currentThread(), new Pause(condition, left, deadline));
      }
      return left;
    } finally {
      waiting.decrementAndGet();
    }
  }

  @Override
  public <T> @Nullable T poll(BlockingQueue<T> queue, long nanos) throws InterruptedException {
    long deadline = begin(nanos);
    waiting.incrementAndGet();
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
    return deadline;
  }
}
