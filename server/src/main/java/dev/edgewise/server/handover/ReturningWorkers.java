package dev.edgewise.server.handover;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.life.WaitClock;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Workers whose report was answered a moment ago. Most of them ask for their next task at once, so
 * a transaction that readies a task waits for them a little: a task that passes through the queue
 * costs one transaction more.
 */
final class ReturningWorkers {
  /** A worker nearby asks again sooner, and a task passes through the queue in about this time. */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final WaitClock clock;
  private final Map<String, Deque<Long>> answered = new HashMap<>();
  private final Lock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long arrivals;

  ReturningWorkers(WaitClock clock) {
    this.clock = clock;
  }

  /** Takes note of workers whose reports are answered now, by the lanes of their tasks. */
  void answered(Collection<String> lanes) {
    lock.lock();
    try {
      long now = clock.nanoTime();
      if (answered.size() > Limits.LANES_MAX_REMEMBERED) {
        answered.clear();
      }
      for (String lane : lanes) {
        Deque<Long> times = answered.computeIfAbsent(lane, _ -> new ArrayDeque<>());
        times.removeIf(time -> now - time > PATIENCE_NANOS);
        times.addLast(now);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes note of a worker that waits for tasks of these lanes. */
  void arrived(Collection<String> lanes) {
    lock.lock();
    try {
      for (String lane : lanes) {
        Deque<Long> times = answered.get(lane);
        if (times != null) {
          times.removeFirst();
          if (times.isEmpty()) {
            answered.remove(lane);
          }
          arrivals++;
          changed.signalAll();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits until a worker of these lanes has come back; false when none does in time. */
  boolean await(Collection<String> lanes) {
    lock.lock();
    try {
      long before = arrivals;
      long left = left(lanes);
      while (arrivals == before && left > 0) {
        left = clock.await(changed, left);
      }
      return arrivals != before;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** For how long a worker of one of these lanes may still be on its way. */
  private long left(Collection<String> lanes) {
    long left = 0;
    for (String lane : lanes) {
      Deque<Long> times = answered.get(lane);
      if (times != null) {
        left = Math.max(left, PATIENCE_NANOS - (clock.nanoTime() - times.getLast()));
      }
    }
    return left;
  }
}
