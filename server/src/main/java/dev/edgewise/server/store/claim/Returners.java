package dev.edgewise.server.store.claim;

import dev.edgewise.server.config.Limits;
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
 * Workers whose report was answered a moment ago. Most of them ask for the next task at once, so a
 * task that becomes ready just then waits for them a little: the way through the queue would take a
 * transaction more.
 */
final class Returners {
  /** Longer than the way back of somebody near, and no longer than the way through the queue. */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final Map<String, Deque<Long>> answered = new HashMap<>();
  private final Lock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long arrivals;

  /** Takes note of those who have reported the ends of tasks, by the lanes these came from. */
  void answered(Collection<String> lanes) {
    lock.lock();
    try {
      long now = System.nanoTime();
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

  /** Takes note of one who has come back and waits for tasks of these lanes. */
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

  /** Waits until somebody has come back; false when nobody of these lanes does so in time. */
  boolean await(Collection<String> lanes) {
    lock.lock();
    try {
      long before = arrivals;
      long left = left(lanes);
      while (arrivals == before && left > 0) {
        left = changed.awaitNanos(left);
      }
      return arrivals != before;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** For how long somebody may still be on the way to one of these lanes. */
  private long left(Collection<String> lanes) {
    long left = 0;
    for (String lane : lanes) {
      Deque<Long> times = answered.get(lane);
      if (times != null) {
        left = Math.max(left, PATIENCE_NANOS - (System.nanoTime() - times.getLast()));
      }
    }
    return left;
  }
}
