package dev.edgewise.server.webhook;

import static java.util.Comparator.comparingInt;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The room there is for calls: so many in all, so many to each host, and none to a host whose
 * circuit is open. A host that is slow to answer fills its room and no more: an eighth of all
 * places stays with hosts that have few open calls, and a place that becomes free goes to the host
 * that has fewest. Dispatcher and deliverer of a server share one of these.
 */
public final class Hosts {

  /** An eighth of all places is kept for hosts that have few open calls. */
  private static final int KEPT_SHARE = 8;

  private final int limit;
  private final int kept;
  private final int hostLimit;
  private final InstantSource clock;
  private final Map<String, Host> hosts = new HashMap<>();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private int open;

  /** What is known of one host. */
  private static final class Host {
    private final Circuit circuit = new Circuit();
    private int open;
  }

  public Hosts(int limit, int hostLimit, InstantSource clock) {
    this.limit = limit;
    this.kept = limit == 1 ? 0 : Math.max(1, limit / KEPT_SHARE);
    this.hostLimit = hostLimit;
    this.clock = clock;
  }

  /** Room that was set aside for calls not yet found. */
  public final class Reservation implements AutoCloseable {
    private final Map<String, Integer> rooms;
    private int total;

    private Reservation(Map<String, Integer> rooms, int total) {
      this.rooms = rooms;
      this.total = total;
    }

    /** How many calls to each host. */
    public Map<String, Integer> rooms() {
      return Map.copyOf(rooms);
    }

    /** How many calls in all. */
    public int total() {
      return total;
    }

    /** Uses one place; {@link Hosts#leave} gives it back. */
    public void use(String host) {
      synchronized (Hosts.this) {
        rooms.merge(host, -1, Integer::sum);
        total--;
        host(host).circuit.pass(clock.instant());
      }
    }

    /** Gives back what was not used. */
    @Override
    public void close() {
      synchronized (Hosts.this) {
        open -= total;
        rooms.forEach((host, room) -> {
          host(host).open -= room;
          forgetIfIdle(host);
        });
      }
    }
  }

  /**
   * Sets room aside for calls to these hosts, a place at a time for the one that then has fewest,
   * so that what one host wants does not depend on what others want.
   *
   * @param maxHosts how many of them get some at most
   */
  public synchronized Reservation reserve(Collection<String> wanted, int maxHosts) {
    Instant now = clock.instant();
    Map<String, Integer> rooms = new LinkedHashMap<>();
    PriorityQueue<Candidate> waiting = waiting(wanted, now);
    int total = 0;
    for (Candidate next = waiting.poll(); next != null; next = waiting.poll()) {
      int given = rooms.getOrDefault(next.name(), 0);
      boolean counted = given > 0 || rooms.size() < maxHosts;
      if (counted && given < next.admitted() && next.host().open < most()) {
        rooms.put(next.name(), given + 1);
        next.host().open++;
        open++;
        total++;
        waiting.add(next.withOneMore());
      } else if (given == 0) {
        forgetIfIdle(next.name());
      }
    }
    return new Reservation(rooms, total);
  }

  /**
   * How many calls a host may have open to get another place. The last places are kept from hosts
   * that have many; they are shared so that each newcomer leaves some to the next.
   */
  private int most() {
    int free = limit - open;
    if (free <= 0) {
      return 0;
    }
    return free > kept ? hostLimit : Math.clamp(free / KEPT_SHARE, 1, hostLimit);
  }

  /** The hosts whose circuits let calls pass, those with the fewest open calls first. */
  private PriorityQueue<Candidate> waiting(Collection<String> wanted, Instant now) {
    PriorityQueue<Candidate> waiting =
        new PriorityQueue<>(comparingInt(Candidate::open).thenComparingInt(Candidate::position));
    int position = 0;
    for (String name : wanted) {
      Host host = host(name);
      int admitted = host.circuit.admits(hostLimit, now);
      if (admitted > 0) {
        waiting.add(new Candidate(name, host, host.open, position++, admitted));
      } else {
        forgetIfIdle(name);
      }
    }
    return waiting;
  }

  /**
   * A host that may get room.
   *
   * @param open how many calls it had when it was put into order
   * @param admitted how many more its circuit lets pass
   */
  private record Candidate(String name, Host host, int open, int position, int admitted) {
    Candidate withOneMore() {
      return new Candidate(name, host, open + 1, position, admitted);
    }
  }

  /** Takes a place whether or not there is room, for a call that cannot go elsewhere. */
  public synchronized void enter(String name) {
    open++;
    host(name).open++;
  }

  /** A call has come back. */
  public void leave(String name, HostHealth health) {
    synchronized (this) {
      Host host = host(name);
      open--;
      host.open--;
      host.circuit.learn(health, clock.instant());
      forgetIfIdle(name);
    }
    listeners.forEach(Runnable::run);
  }

  /** Has somebody told whenever a call has come back and left its place to another. */
  public void whenRoom(Runnable listener) {
    listeners.add(listener);
  }

  private Host host(String name) {
    return hosts.computeIfAbsent(name, _ -> new Host());
  }

  private void forgetIfIdle(String name) {
    Host host = hosts.get(name);
    if (host != null && host.open == 0 && host.circuit.pristine()) {
      hosts.remove(name);
    }
  }

  /** Whether calls to a host have to wait because it was found sick. */
  public synchronized boolean sick(String name) {
    Host host = hosts.get(name);
    return host != null && host.circuit.state(clock.instant()) != Circuit.State.CLOSED;
  }

  /** The hosts whose circuits are not closed, with the states. */
  public synchronized Map<String, Circuit.State> circuits() {
    Instant now = clock.instant();
    Map<String, Circuit.State> states = new TreeMap<>();
    hosts.forEach((name, host) -> {
      Circuit.State state = host.circuit.state(now);
      if (state != Circuit.State.CLOSED) {
        states.put(name, state);
      }
    });
    return states;
  }

  /** How long no circuit will let a call try; empty when all are closed. */
  public synchronized Optional<Duration> untilNextTry() {
    Instant now = clock.instant();
    return hosts.values().stream()
        .flatMap(host -> Optional.ofNullable(host.circuit.nextTry()).stream())
        .min(Instant::compareTo)
        .map(at -> at.isAfter(now) ? Duration.between(now, at) : Duration.ZERO);
  }

  /** How many calls are open. */
  public synchronized int open() {
    return open;
  }
}
