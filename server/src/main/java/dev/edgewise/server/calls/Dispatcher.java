package dev.edgewise.server.calls;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.Reason;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.engine.Loop;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.store.claim.Claims;
import dev.edgewise.server.store.delivery.Delivery;
import dev.edgewise.server.store.delivery.HookLanes;
import dev.edgewise.server.store.delivery.Permit;
import dev.edgewise.server.webhook.Hosts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims ready tasks that have an on_start action and makes their calls. It claims only tasks that
 * it can call at once. The others stay in the queue, where any server can claim them.
 */
final class Dispatcher implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);
  private static final int MAX_HOSTS_PER_CLAIM = 500;
  private static final int MAX_LANES_PER_SCAN = 1_000;
  private static final int MAX_OVERDUE_AT_ONCE = 1_000;
  private static final Duration OVERDUE_INTERVAL = Duration.ofSeconds(1);

  private final Claims claims;
  private final HookLanes hookLanes;
  private final Committer committer;
  private final Hosts hosts;
  private final StartCalls calls;
  private final String node;
  private final int claimSecs;
  private final Duration interval;
  private final ReadyLanes ready = new ReadyLanes();
  private final Signals.Listener listener;
  private final Loop loop;
  private String scannedUpTo = "";
  private long nextScan = System.nanoTime();
  private long nextOverdue = System.nanoTime();

  /** The counts of one round. */
  record Round(int claimed, int overdue) {}

  /**
   * @param node the name of this server in leases
   * @param interval the longest time between two scans of the queue, in case a signal is lost
   */
  Dispatcher(
      Claims claims,
      HookLanes hookLanes,
      Committer committer,
      Hosts hosts,
      StartCalls calls,
      String node,
      Duration claimTimeout,
      Duration interval) {
    this.claims = claims;
    this.hookLanes = hookLanes;
    this.committer = committer;
    this.hosts = hosts;
    this.calls = calls;
    this.node = node;
    this.claimSecs = Math.toIntExact(Math.max(1, claimTimeout.toSeconds()));
    this.interval = interval;
    this.loop = new Loop("dispatcher", interval, this::runUntilNext);
    this.listener =
        new Signals.Listener() {
          @Override
          public void ready(Collection<String> lanes) {
            if (lanes.isEmpty()) {
              ready.addUnnamed();
              loop.wake();
            } else if (ready.add(lanes)) {
              loop.wake();
            }
          }
        };
    committer.signals().add(listener);
    hosts.whenRoom(this::wakeForRoom);
  }

  void start() {
    loop.start();
  }

  Pulse pulse() {
    return loop.pulse();
  }

  private void wakeForRoom() {
    if (!ready.isEmpty()) {
      loop.wake();
    }
  }

  private Duration runUntilNext() {
    runOnce();
    Duration pause = hosts.untilNextTry().orElse(interval);
    return calls.untilNextRetry().filter(retry -> retry.compareTo(pause) < 0).orElse(pause);
  }

  /** Claims and starts every task that has a place now. */
  Round runOnce() {
    calls.retryBusy();
    int claimed = 0;
    int more;
    do {
      loop.pulse().begin();
      scan();
      more = claim();
      claimed += more;
    } while (more > 0);
    return new Round(claimed, failOverdue());
  }

  /** Scans the queue for lanes that no signal named. */
  private void scan() {
    boolean due = System.nanoTime() - nextScan >= 0;
    if (!ready.takeUnnamed() && !due) {
      return;
    }
    List<String> found = hookLanes.after(scannedUpTo, MAX_LANES_PER_SCAN);
    scannedUpTo = found.size() < MAX_LANES_PER_SCAN ? "" : found.getLast();
    ready.add(found);
    nextScan = System.nanoTime() + interval.toNanos();
  }

  private int claim() {
    if (calls.crowded()) {
      return 0;
    }
    List<String> wanted = ready.all().stream().map(Lane::host).toList();
    try (Hosts.Reservation room = hosts.reserve(wanted, MAX_HOSTS_PER_CLAIM)) {
      if (room.total() == 0) {
        return 0;
      }
      Map<String, Integer> rooms = new HashMap<>();
      room.rooms().forEach((host, places) -> rooms.put(Lane.hook(host), places));
      ready.remove(rooms.keySet());
      List<Claimed> claimed = List.of();
      Map<Delivery, Permit> permits = new HashMap<>();
      Set<String> notEmptied = rooms.keySet();
      try {
        claimed =
            claims.claim(
                new ClaimRequest(node, false, rooms, room.total(), claimSecs),
                (handle, taken) -> permits.putAll(calls.permits(handle, taken)));
        notEmptied = notDrained(rooms, claimed, room.total());
      } finally {
        ready.add(notEmptied);
      }
      claimed.forEach(task -> room.use(Lane.host(task.lane())));
      committer.signals().committed(Set.of(), false, false, false);
      calls.begin(claimed, permits);
      return claimed.size();
    }
  }

  /** Returns the lanes that may hold more tasks than were claimed. */
  private static Set<String> notDrained(
      Map<String, Integer> rooms, List<Claimed> claimed, int total) {
    if (claimed.size() == total) {
      return rooms.keySet();
    }
    Map<String, Integer> left = new HashMap<>(rooms);
    claimed.forEach(task -> left.merge(task.lane(), -1, Integer::sum));
    left.values().removeIf(places -> places > 0);
    return left.keySet();
  }

  /** Fails tasks that have waited for an open circuit until their timeout. */
  private int failOverdue() {
    List<String> lanes = hosts.circuits().keySet().stream().map(Lane::hook).toList();
    if (lanes.isEmpty() || System.nanoTime() - nextOverdue < 0) {
      return 0;
    }
    Map<String, Integer> rooms = new HashMap<>();
    lanes.forEach(lane -> rooms.put(lane, MAX_OVERDUE_AT_ONCE));
    List<Claimed> overdue =
        claims.claimOverdue(new ClaimRequest(node, false, rooms, MAX_OVERDUE_AT_ONCE, claimSecs));
    List<Command> failures = new ArrayList<>();
    for (Claimed task : overdue) {
      failures.add(
          new Command.Fail(
              task.task(),
              task.token(),
              FailureType.WEBHOOK_FAILURE,
              Reason.START_FAILED + "the circuit of " + Lane.host(task.lane()) + " is open",
              true));
    }
    committer.applyWhenRoom(failures);
    if (!overdue.isEmpty()) {
      log.warn(
          "Failed {} tasks: the circuits of their hosts were open until the timeout",
          overdue.size());
    }
    if (overdue.size() < MAX_OVERDUE_AT_ONCE) {
      nextOverdue = System.nanoTime() + OVERDUE_INTERVAL.toNanos();
    }
    return overdue.size();
  }

  /** Stops claiming. */
  @Override
  public void close() {
    committer.signals().remove(listener);
    loop.close();
  }
}
