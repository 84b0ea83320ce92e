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
 * Claims ready tasks that have an on_start action and has them called. It claims only what can
 * start at once: a task that would have to wait here waits in the queue, where any server finds it.
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

  /** What one round did. */
  record Round(int claimed, int overdue) {}

  /**
   * @param node this server's name in leases
   * @param interval the safety net: the longest time between two looks at the queue
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
    return calls.untilNextLook().filter(look -> look.compareTo(pause) < 0).orElse(pause);
  }

  /** Starts everything that can start now. */
  Round runOnce() {
    calls.askAgain();
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

  /** Looks for lanes that no signal named. */
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
      Set<String> unsure = rooms.keySet();
      try {
        claimed =
            claims.claim(
                new ClaimRequest(node, false, rooms, room.total(), claimSecs),
                (handle, taken) -> permits.putAll(calls.permits(handle, taken)));
        unsure = notDrained(rooms, claimed, room.total());
      } finally {
        ready.add(unsure);
      }
      claimed.forEach(task -> room.use(Lane.host(task.lane())));
      committer.signals().committed(Set.of(), false, false, false);
      calls.begin(claimed, permits);
      return claimed.size();
    }
  }

  /** The lanes that may hold more than was taken. */
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

  /** Fails tasks that have waited for a sick host for as long as their timeout allows. */
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
      log.warn("{} tasks waited too long for hosts that do not answer", overdue.size());
    }
    if (overdue.size() < MAX_OVERDUE_AT_ONCE) {
      nextOverdue = System.nanoTime() + OVERDUE_INTERVAL.toNanos();
    }
    return overdue.size();
  }

  /** Claims no more. */
  @Override
  public void close() {
    committer.signals().remove(listener);
    loop.close();
  }
}
