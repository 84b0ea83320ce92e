package dev.edgewise.server.handover;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.life.OverloadedException;
import dev.edgewise.server.life.WaitClock;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.store.claim.Claims;
import dev.edgewise.server.store.claim.ReadyTask;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The workers that wait for tasks. A transaction that readies tasks assigns them to workers that
 * rest here. For the other workers the queue is polled only when a lane may hold something: after a
 * signal, after a claim that left some tasks, and once a second for each lane, however many workers
 * wait for it. One worker is woken at a time; each one that leaves tasks behind wakes the next.
 */
public final class WaitingWorkers implements Signals.Listener {
  /** A lane that was found empty is taken to be empty for this long, unless a signal comes. */
  private static final Duration TRUST = Duration.ofSeconds(1);

  /** For this long after a group found no free worker, each group leaves half of them free. */
  private static final Duration CROWD = Duration.ofSeconds(1);

  /** Groups with more ready tasks do not wait for returning workers: the queue has enough. */
  private static final int FEW = 8;

  private final Function<ClaimRequest, Claims.Taken> poll;
  private final WaitClock clock;
  private final Map<String, Long> emptySince = new ConcurrentHashMap<>();

  /** When a group last found all resting workers of a lane promised to another; guarded by this. */
  private final Map<String, Long> crowdedSince = new HashMap<>();

  private final Map<String, LinkedHashSet<WaitingWorker>> waiters = new HashMap<>();
  private final ReturningWorkers returning;
  private final Semaphore places = new Semaphore(Limits.CLAIMS_MAX_WAITING);

  /**
   * @param poll claims tasks from the queue
   */
  public WaitingWorkers(Function<ClaimRequest, Claims.Taken> poll, WaitClock clock) {
    this.poll = poll;
    this.clock = clock;
    this.returning = new ReturningWorkers(clock);
  }

  /**
   * Claims tasks, waiting for the first one if need be; empty when none came in time.
   *
   * @param present whether the client is still connected; asked once a second
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
    long begun = clock.nanoTime();
    long deadline = begun + patience.toNanos();
    Collection<String> lanes = request.rooms().keySet();
    while (true) {
      if (clock.nanoTime() - begun > TRUST.toNanos() && !present.getAsBoolean()) {
        // A task would wait for its lease to run out, so another waiter gets the news.
        wakeNext(lanes);
        return List.of();
      }
      WaitingWorker waiter = register(request);
      try {
        List<Claimed> claimed = askIfWorthwhile(request);
        if (!claimed.isEmpty()) {
          return claimed;
        }
        long left = deadline - clock.nanoTime();
        if (left <= 0) {
          return List.of();
        }
        waiter.settle();
        returning.arrived(lanes);
        WaitingWorker.News news = waiter.rest(Math.min(left, TRUST.toNanos()));
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
    WaitingWorker waiter = register(request);
    try {
      waiter.settle();
      report.run();
      WaitingWorker.News news = waiter.rest(0);
      heed(news, waiter.lanes());
      if (!news.tasks().isEmpty()) {
        returning.arrived(waiter.lanes());
      }
      return news.tasks();
    } finally {
      unregister(waiter);
    }
  }

  /** A worker that was woken is the one that polls its lanes next. */
  private void heed(WaitingWorker.News news, Collection<String> lanes) {
    if (news.woken()) {
      lanes.forEach(emptySince::remove);
    }
  }

  private List<Claimed> askIfWorthwhile(ClaimRequest request) {
    if (!worthwhile(request.rooms().keySet())) {
      return List.of();
    }
    Claims.Taken taken = poll.apply(request);
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
    long now = clock.nanoTime();
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

  /** Whether a poll of the lanes found nothing within the last second and no signal came since. */
  private boolean knownToBeEmpty(Collection<String> lanes) {
    long now = clock.nanoTime();
    return lanes.stream()
        .map(emptySince::get)
        .allMatch(since -> since != null && now - since <= TRUST.toNanos());
  }

  private synchronized WaitingWorker register(ClaimRequest request) {
    WaitingWorker waiter = new WaitingWorker(request, clock);
    for (String lane : waiter.lanes()) {
      waiters.computeIfAbsent(lane, _ -> new LinkedHashSet<>()).add(waiter);
    }
    return waiter;
  }

  private synchronized void unregister(WaitingWorker waiter) {
    for (String lane : waiter.lanes()) {
      LinkedHashSet<WaitingWorker> queue = waiters.get(lane);
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
      LinkedHashSet<WaitingWorker> queue = waiters.get(lane);
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
    return waitingIn(lane).stream().filter(WaitingWorker::rests).count();
  }

  /** Whether a worker waits for tasks of a lane. */
  public boolean anyWaitIn(String lane) {
    return waiting(lane) > 0;
  }

  /**
   * Promises tasks that a transaction is about to ready to workers that rest here. A few tasks wait
   * for a worker whose last report was answered a moment ago, for two milliseconds at most.
   */
  public Assignment assign(List<ReadyTask> tasks) {
    Map<ReadyTask, WaitingWorker> promised = promise(tasks);
    if (promised.isEmpty() && !tasks.isEmpty() && tasks.size() <= FEW) {
      boolean back = returning.await(tasks.stream().map(ReadyTask::lane).distinct().toList());
      promised = back ? promise(tasks) : promised;
    }
    return new Assignment(promised);
  }

  /** Takes note of workers whose reports are answered now, by the lanes of their tasks. */
  public void answered(Collection<String> lanes) {
    if (lanes.size() <= FEW) {
      returning.answered(lanes);
    }
  }

  /**
   * Shares tasks evenly among the workers that rest. When groups follow each other so fast that one
   * found every worker promised to another, each group leaves half of the workers to the next.
   */
  private synchronized Map<ReadyTask, WaitingWorker> promise(List<ReadyTask> tasks) {
    Map<ReadyTask, WaitingWorker> promised = new LinkedHashMap<>();
    Object group = new Object();
    Map<String, Shares> lanes = new HashMap<>();
    for (ReadyTask task : tasks) {
      WaitingWorker waiter = lanes.computeIfAbsent(task.lane(), lane -> shares(group, lane)).next();
      if (waiter != null) {
        promised.put(task, waiter);
      }
    }
    return promised;
  }

  private Shares shares(Object group, String lane) {
    Collection<WaitingWorker> all = waitingIn(lane);
    int free = 0;
    for (WaitingWorker waiter : all) {
      free += waiter.free() ? 1 : 0;
    }
    long now = clock.nanoTime();
    if (free == 0 && waiting(lane) > 0) {
      crowdedSince.put(lane, now);
    }
    crowdedSince.values().removeIf(since -> now - since > CROWD.toNanos());
    boolean crowded = crowdedSince.containsKey(lane);
    return new Shares(group, lane, all.iterator(), crowded ? (free + 1) / 2 : free);
  }

  private Collection<WaitingWorker> waitingIn(String lane) {
    LinkedHashSet<WaitingWorker> queue = waiters.get(lane);
    return queue == null ? List.of() : queue;
  }
}
