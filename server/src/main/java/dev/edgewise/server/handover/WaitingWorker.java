package dev.edgewise.server.handover;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.life.WaitClock;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.store.claim.Holder;
import dev.edgewise.server.store.graph.TaskBrief;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One request for tasks that waits: it rests until it is woken, or given tasks.
 *
 * <p>This uses a lock rather than a monitor: a virtual thread that a lock wakes goes on at once,
 * while the JVM has another thread between a monitor and the virtual threads that wait for it.
 */
final class WaitingWorker {
  /** A transaction that promises tasks gives them, or takes the promise back, within this time. */
  private static final long PROMISE_NANOS = TimeUnit.SECONDS.toNanos(Limits.COMMIT_MAX_WAIT_SECS);

  private final ClaimRequest request;
  private final WaitClock clock;
  private final Map<String, Integer> promises = new HashMap<>();
  private final Lock lock = new ReentrantLock();
  private final Condition told = lock.newCondition();
  private boolean resting;
  private @Nullable Object promisedBy;
  private @Nullable News news;

  /** What ended a rest: tasks, or a hint that the queue may have some. */
  record News(List<Claimed> tasks, boolean woken) {
    private static final News NONE = new News(List.of(), false);
    private static final News HINT = new News(List.of(), true);
  }

  WaitingWorker(ClaimRequest request, WaitClock clock) {
    this.request = request;
    this.clock = clock;
  }

  Collection<String> lanes() {
    return request.rooms().keySet();
  }

  /** This worker as the holder of a task. */
  Holder holder(TaskBrief task) {
    Integer asked = request.leaseSecs();
    return new Holder(request.holder(), asked == null ? task.timeoutSecs() : asked);
  }

  /** Begins to rest: from now on it may be promised tasks. */
  void settle() {
    lock.lock();
    try {
      resting = true;
    } finally {
      lock.unlock();
    }
  }

  /** Rests for no longer than this, unless tasks are promised: then until they come or do not. */
  News rest(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      long promiseLeft = PROMISE_NANOS;
      while (promisedBy != null || news == null) {
        if (promisedBy != null && promiseLeft > 0) {
          promiseLeft = clock.await(told, promiseLeft);
        } else if (left > 0) {
          left = clock.await(told, left);
        } else {
          return News.NONE;
        }
      }
      return news;
    } finally {
      resting = false;
      lock.unlock();
    }
  }

  /** Whether it rests and knows of nothing yet. */
  boolean rests() {
    lock.lock();
    try {
      return resting && news == null;
    } finally {
      lock.unlock();
    }
  }

  /** Whether it rests and no group has promised it a task. */
  boolean free() {
    lock.lock();
    try {
      return rests() && promisedBy == null;
    } finally {
      lock.unlock();
    }
  }

  /** Has the waiter look for tasks itself; false when it gets or has got some anyway. */
  boolean wake() {
    lock.lock();
    try {
      if (promisedBy != null || (news != null && !news.tasks().isEmpty())) {
        return false;
      }
      tell(News.HINT);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Promises a task of a lane; false when the worker has no room for it, does not rest, or waits
   * for what another group has promised.
   */
  boolean promise(Object group, String lane) {
    lock.lock();
    try {
      boolean free = rests() && (promisedBy == null || promisedBy.equals(group));
      int all = promises.values().stream().mapToInt(Integer::intValue).sum();
      int room = request.rooms().getOrDefault(lane, 0) - promises.getOrDefault(lane, 0);
      if (!free || all >= request.max() || room <= 0) {
        return false;
      }
      promisedBy = group;
      promises.merge(lane, 1, Integer::sum);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the promise, with tasks or with the hint to look for some. */
  void give(List<Claimed> tasks) {
    lock.lock();
    try {
      promisedBy = null;
      tell(tasks.isEmpty() ? News.HINT : new News(tasks, false));
    } finally {
      lock.unlock();
    }
  }

  private void tell(News latest) {
    news = latest;
    told.signal();
  }
}
