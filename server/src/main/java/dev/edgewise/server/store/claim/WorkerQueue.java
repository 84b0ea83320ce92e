package dev.edgewise.server.store.claim;

import dev.edgewise.server.store.Signals;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Workers that wait for tasks. The database is asked only when a lane may hold something: after a
 * signal, after a claim that took all it asked for, and once in a while for each lane, however many
 * workers wait there. One waiter is woken at a time; each that finds something wakes the next.
 */
public final class WorkerQueue implements Signals.Listener {
  private static final Duration TRUST = Duration.ofSeconds(1);

  private final Claims claims;
  private final Map<String, Long> emptySince = new ConcurrentHashMap<>();
  private final Map<String, LinkedHashSet<Waiter>> waiters = new HashMap<>();

  /** One waiting request. */
  private static final class Waiter {
    private final CountDownLatch woken = new CountDownLatch(1);
  }

  public WorkerQueue(Claims claims) {
    this.claims = claims;
  }

  /** Claims tasks, waiting for the first one if need be; empty when none came in time. */
  public List<Claimed> claim(ClaimRequest request, Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    Collection<String> lanes = request.rooms().keySet();
    while (true) {
      Waiter waiter = register(lanes);
      try {
        List<Claimed> claimed = askIfWorthwhile(request);
        if (!claimed.isEmpty()) {
          wakeNext(lanes);
          return claimed;
        }
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          return List.of();
        }
        if (waiter.woken.await(Math.min(left, TRUST.toNanos()), TimeUnit.NANOSECONDS)) {
          // Whoever wakes a waiter leaves it the lane's news.
          lanes.forEach(emptySince::remove);
        }
      } finally {
        unregister(waiter, lanes);
      }
    }
  }

  private List<Claimed> askIfWorthwhile(ClaimRequest request) {
    if (!worthwhile(request.rooms().keySet())) {
      return List.of();
    }
    List<Claimed> claimed = claims.claim(request);
    if (!claimed.isEmpty()) {
      request.rooms().keySet().forEach(emptySince::remove);
    }
    return claimed;
  }

  /**
   * Whether a lane may hold something. One waiter is told so at a time: the lanes are marked before
   * it asks, and news that arrives meanwhile takes the mark away again.
   */
  private synchronized boolean worthwhile(Collection<String> lanes) {
    long now = System.nanoTime();
    boolean worthwhile = false;
    for (String lane : lanes) {
      Long since = emptySince.get(lane);
      worthwhile |= since == null || now - since > TRUST.toNanos();
    }
    if (worthwhile) {
      lanes.forEach(lane -> emptySince.put(lane, now));
    }
    return worthwhile;
  }

  private synchronized Waiter register(Collection<String> lanes) {
    Waiter waiter = new Waiter();
    lanes.forEach(lane -> waiters.computeIfAbsent(lane, _ -> new LinkedHashSet<>()).add(waiter));
    return waiter;
  }

  private synchronized void unregister(Waiter waiter, Collection<String> lanes) {
    for (String lane : lanes) {
      LinkedHashSet<Waiter> queue = waiters.get(lane);
      if (queue != null) {
        queue.remove(waiter);
        if (queue.isEmpty()) {
          waiters.remove(lane);
        }
      }
    }
  }

  private synchronized void wakeNext(Collection<String> lanes) {
    for (String lane : lanes) {
      LinkedHashSet<Waiter> queue = waiters.get(lane);
      if (queue != null && !queue.isEmpty()) {
        queue.removeFirst().woken.countDown();
      }
    }
  }

  @Override
  public void ready(Collection<String> lanes) {
    if (lanes.isEmpty()) {
      emptySince.clear();
      wakeNext(List.copyOf(allLanes()));
    } else {
      lanes.forEach(emptySince::remove);
      wakeNext(lanes);
    }
  }

  private synchronized Collection<String> allLanes() {
    return List.copyOf(waiters.keySet());
  }

  /** How many requests wait for a lane. */
  public synchronized int waiting(String lane) {
    LinkedHashSet<Waiter> queue = waiters.get(lane);
    return queue == null ? 0 : queue.size();
  }
}
