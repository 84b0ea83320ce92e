package dev.edgewise.server.store.claim;

import dev.edgewise.server.store.commit.Takers.Taker;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One request that waits for tasks: it rests until it is woken, or given tasks. */
final class Waiter {
  private final ClaimRequest request;
  private final Map<String, Integer> promises = new HashMap<>();
  private boolean resting;
  private @Nullable Object promisedBy;
  private @Nullable News news;

  /** What ended a rest: tasks, or a hint that some may be found. */
  record News(List<Claimed> tasks, boolean woken) {
    private static final News NONE = new News(List.of(), false);
    private static final News HINT = new News(List.of(), true);
  }

  Waiter(ClaimRequest request) {
    this.request = request;
  }

  Collection<String> lanes() {
    return request.rooms().keySet();
  }

  /** This waiter as the holder of a task. */
  Taker taker(Claimed task) {
    return new Taker(request.holder(), leaseSecs(task.timeoutSecs()));
  }

  /** How long it may hold a task without a sign of life. */
  int leaseSecs(int timeoutSecs) {
    return Objects.requireNonNullElse(request.leaseSecs(), timeoutSecs);
  }

  /** Rests for no longer than this, unless tasks are promised: then until they come or do not. */
  synchronized News rest(long nanos) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    resting = true;
    try {
      while (promisedBy != null || news == null) {
        long left = end - System.nanoTime();
        if (promisedBy != null) {
          wait();
        } else if (left > 0) {
          wait(left / 1_000_000, (int) (left % 1_000_000));
        } else {
          return News.NONE;
        }
      }
      return news;
    } finally {
      resting = false;
    }
  }

  /** Whether it rests and knows of nothing yet. */
  synchronized boolean rests() {
    return resting && news == null;
  }

  /** Has the waiter look for tasks itself; false when it gets or has got some anyway. */
  synchronized boolean wake() {
    if (promisedBy != null || (news != null && !news.tasks().isEmpty())) {
      return false;
    }
    news = News.HINT;
    notifyAll();
    return true;
  }

  /**
   * Promises a task of a lane; false when there is no room for it, when nobody rests here, or when
   * somebody else has promised something.
   */
  synchronized boolean promise(Object giver, String lane) {
    boolean free = rests() && (promisedBy == null || promisedBy.equals(giver));
    int all = promises.values().stream().mapToInt(Integer::intValue).sum();
    int room = request.rooms().getOrDefault(lane, 0) - promises.getOrDefault(lane, 0);
    if (!free || all >= request.max() || room <= 0) {
      return false;
    }
    promisedBy = giver;
    promises.merge(lane, 1, Integer::sum);
    return true;
  }

  /** Ends the promise, with tasks or with the hint to look for some. */
  synchronized void give(List<Claimed> tasks) {
    promisedBy = null;
    news = tasks.isEmpty() ? News.HINT : new News(tasks, false);
    notifyAll();
  }
}
