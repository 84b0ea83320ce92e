package dev.edgewise.server.store.claim;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.store.OverloadedException;
import dev.edgewise.server.store.Signals;
import dev.edgewise.server.store.commit.Brief;
import dev.edgewise.server.store.commit.Takers;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.jdbi.v3.core.Handle;

/**
 * Workers that wait for tasks. A transaction that readies tasks gives them to those who rest here;
 * for the others the database is asked only when a lane may hold something: after a signal, after a
 * claim that left some, and once in a while for each lane, however many workers wait there. One
 * waiter is woken at a time; each that leaves something wakes the next.
 */
public final class WorkerQueue implements Signals.Listener, Takers {
  private static final Duration TRUST = Duration.ofSeconds(1);

  /** For how long half of those who rest are left to others once somebody found none. */
  private static final Duration CROWD = Duration.ofSeconds(1);

  /** Among more tasks there is one for whoever comes back. */
  private static final int FEW = 8;

  private final Claims claims;
  private final Map<String, Long> emptySince = new ConcurrentHashMap<>();

  /** When a group last found everybody who rests promised to another; guarded by this. */
  private final Map<String, Long> crowdedSince = new HashMap<>();

  private final Map<String, LinkedHashSet<Waiter>> waiters = new HashMap<>();
  private final Returners returners = new Returners();
  private final Semaphore places = new Semaphore(Limits.CLAIMS_MAX_WAITING);

  public WorkerQueue(Claims claims) {
    this.claims = claims;
  }

  /**
   * Claims tasks, waiting for the first one if need be; empty when none came in time.
   *
   * @param present whether somebody still waits for the answer; asked once in a while
   * @throws OverloadedException at once when too many wait
   */
  public List<Claimed> claim(ClaimRequest request, Duration patience, BooleanSupplier present)
      throws InterruptedException {
    enter();
    try {
      return await(request, patience, present);
    } finally {
      places.release();
    }
  }

  private void enter() {
    if (!places.tryAcquire()) {
      throw new OverloadedException(
          "%d claims wait for tasks and no more are taken".formatted(Limits.CLAIMS_MAX_WAITING));
    }
  }

  private List<Claimed> await(ClaimRequest request, Duration patience, BooleanSupplier present)
      throws InterruptedException {
    long begun = System.nanoTime();
    long deadline = begun + patience.toNanos();
    Collection<String> lanes = request.rooms().keySet();
    while (true) {
      if (System.nanoTime() - begun > TRUST.toNanos() && !present.getAsBoolean()) {
        // A task would wait for its lease to run out, so another waiter gets the news.
        wakeNext(lanes);
        return List.of();
      }
      Waiter waiter = register(request);
      try {
        List<Claimed> claimed = askIfWorthwhile(request);
        if (!claimed.isEmpty()) {
          return claimed;
        }
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          return List.of();
        }
        waiter.settle();
        returners.arrived(lanes);
        Waiter.News news = waiter.rest(Math.min(left, TRUST.toNanos()));
        if (!news.tasks().isEmpty()) {
          return news.tasks();
        }
        heed(news, lanes);
      } finally {
        unregister(waiter);
      }
    }
  }

  /**
   * The same after a report, with what became ready by it if nothing has been in the lanes for
   * longer.
   */
  public List<Claimed> claimNext(
      ClaimRequest request, Duration patience, BooleanSupplier present, Runnable report)
      throws InterruptedException {
    enter();
    try {
      if (!knownToBeEmpty(request.rooms().keySet())) {
        report.run();
        return await(request, patience, present);
      }
      List<Claimed> given = restDuring(report, request);
      return given.isEmpty() ? await(request, patience, present) : given;
    } finally {
      places.release();
    }
  }

  private List<Claimed> restDuring(Runnable report, ClaimRequest request)
      throws InterruptedException {
    Waiter waiter = register(request);
    try {
      waiter.settle();
      report.run();
      Waiter.News news = waiter.rest(0);
      heed(news, waiter.lanes());
      if (!news.tasks().isEmpty()) {
        returners.arrived(waiter.lanes());
      }
      return news.tasks();
    } finally {
      unregister(waiter);
    }
  }

  /** Whoever wakes a waiter leaves it the lanes' news. */
  private void heed(Waiter.News news, Collection<String> lanes) {
    if (news.woken()) {
      lanes.forEach(emptySince::remove);
    }
  }

  private List<Claimed> askIfWorthwhile(ClaimRequest request) {
    if (!worthwhile(request.rooms().keySet())) {
      return List.of();
    }
    Claims.Taken taken = claims.take(request);
    if (taken.more()) {
      Collection<String> lanes = request.rooms().keySet();
      lanes.forEach(emptySince::remove);
      wakeNext(lanes);
    }
    return taken.tasks();
  }

  /**
   * Whether a lane may hold something. One waiter is told so at a time: the lanes are marked before
   * it asks, and news that arrives meanwhile takes the mark away again.
   */
  private synchronized boolean worthwhile(Collection<String> lanes) {
    long now = System.nanoTime();
    boolean worthwhile = !knownToBeEmpty(lanes);
    if (worthwhile) {
      if (emptySince.size() > Limits.LANES_MAX_REMEMBERED) {
        // Lanes are named by clients. Of those that are forgotten the database is asked again.
        emptySince.clear();
      }
      lanes.forEach(lane -> emptySince.put(lane, now));
    }
    return worthwhile;
  }

  /** Whether somebody found nothing in the lanes a moment ago, and none is known to have come. */
  private boolean knownToBeEmpty(Collection<String> lanes) {
    long now = System.nanoTime();
    return lanes.stream()
        .map(emptySince::get)
        .allMatch(since -> since != null && now - since <= TRUST.toNanos());
  }

  private synchronized Waiter register(ClaimRequest request) {
    Waiter waiter = new Waiter(request);
    for (String lane : waiter.lanes()) {
      waiters.computeIfAbsent(lane, _ -> new LinkedHashSet<>()).add(waiter);
    }
    return waiter;
  }

  private synchronized void unregister(Waiter waiter) {
    for (String lane : waiter.lanes()) {
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
      boolean woken = false;
      while (queue != null && !queue.isEmpty() && !woken) {
        woken = queue.removeFirst().wake();
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

  /** How many requests rest until a lane has something. */
  public synchronized long waiting(String lane) {
    return waitingIn(lane).stream().filter(Waiter::rests).count();
  }

  @Override
  public boolean waitIn(String lane) {
    return waiting(lane) > 0;
  }

  @Override
  public Handover offer(Handle handle, List<Ready> tasks, Map<TaskKey, Brief> briefs, Instant now) {
    Map<Ready, Waiter> shares = share(tasks);
    if (shares.isEmpty() && tasks.size() <= FEW) {
      boolean back = returners.await(tasks.stream().map(Ready::lane).distinct().toList());
      shares = back ? share(tasks) : shares;
    }
    if (shares.isEmpty()) {
      return Handover.NOTHING;
    }
    Gifts gifts = new Gifts(shares.values());
    try {
      claims.give(handle, shares, briefs, now, gifts::add);
      return gifts;
    } catch (RuntimeException | Error e) {
      gifts.failed();
      throw e;
    }
  }

  @Override
  public void answered(Collection<String> lanes) {
    if (lanes.size() <= FEW) {
      returners.answered(lanes);
    }
  }

  /**
   * Shares tasks out evenly among those who rest; each of these is promised an answer. While groups
   * come so fast that one found everybody promised to another, each leaves half of those who rest
   * to the next.
   */
  private synchronized Map<Ready, Waiter> share(List<Ready> tasks) {
    Map<Ready, Waiter> shares = new LinkedHashMap<>();
    Object giver = new Object();
    Map<String, Shares> lanes = new HashMap<>();
    for (Ready task : tasks) {
      Waiter waiter = lanes.computeIfAbsent(task.lane(), lane -> shares(giver, lane)).next();
      if (waiter != null) {
        shares.put(task, waiter);
      }
    }
    return shares;
  }

  private Shares shares(Object giver, String lane) {
    Collection<Waiter> all = waitingIn(lane);
    int free = 0;
    for (Waiter waiter : all) {
      free += waiter.free() ? 1 : 0;
    }
    long now = System.nanoTime();
    if (free == 0 && waiting(lane) > 0) {
      crowdedSince.put(lane, now);
    }
    crowdedSince.values().removeIf(since -> now - since > CROWD.toNanos());
    boolean crowded = crowdedSince.containsKey(lane);
    return new Shares(giver, lane, all.iterator(), crowded ? (free + 1) / 2 : free);
  }

  private Collection<Waiter> waitingIn(String lane) {
    LinkedHashSet<Waiter> queue = waiters.get(lane);
    return queue == null ? List.of() : queue;
  }
}
