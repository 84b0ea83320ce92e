package dev.edgewise.server.webhook;

import static java.util.Comparator.comparingInt;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Limits the open webhook calls: in total, per host, and to none for a host whose circuit is open.
 * A slow host can fill only its own limit: an eighth of all places is reserved for hosts with few
 * open calls, and a free place goes to the host with the fewest. The dispatcher and the deliverer
 * of a server share one instance.
 */
public final class Hosts {

  /** An eighth of all places is reserved for hosts with few open calls. */
  private static final int KEPT_SHARE = 8;

  private final int limit;
  private final int kept;
  private final int hostLimit;
  private final InstantSource clock;
  private final Map<String, Host> hosts = new HashMap<>();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /** Calls that wait for places, the first that came first. */
  private final Queue<Waiting> waiting = new ArrayDeque<>();

  private int open;

  private record Waiting(String host, Runnable call) {}

  /** The circuit and the open calls of one host. */
  private static final class Host {
    private final Circuit circuit = new Circuit();
    private int open;

    private boolean forgettable(Instant now) {
      return open == 0 && circuit.forgettable(now);
    }
  }

  public Hosts(int limit, int hostLimit, InstantSource clock) {
    this.limit = limit;
    this.kept = limit == 1 ? 0 : Math.max(1, limit / KEPT_SHARE);
    this.hostLimit = hostLimit;
    this.clock = clock;
  }

  /** Places reserved for calls that are claimed next. */
  public final class Reservation implements AutoCloseable {
    private final Map<String, Integer> rooms;
    private int total;

    private Reservation(Map<String, Integer> rooms, int total) {
      this.rooms = rooms;
      this.total = total;
    }

    /** The reserved places per host. */
    public Map<String, Integer> rooms() {
      return Map.copyOf(rooms);
    }

    /** All reserved places. */
    public int total() {
      return total;
    }

    /** Uses one place; {@link Hosts#leave} returns it. */
    public void use(String host) {
      synchronized (Hosts.this) {
        rooms.merge(host, -1, Integer::sum);
        total--;
        host(host).circuit.pass(clock.instant());
      }
    }

    /** Returns the unused places. */
    @Override
    public void close() {
      synchronized (Hosts.this) {
        open -= total;
        rooms.forEach((host, room) -> {
          host(host).open -= room;
          forgetIfIdle(host);
        });
      }
      startWaiting();
    }
  }

  /**
   * Reserves places for calls to these hosts. Each place goes to the host that has the fewest at
   * that moment, so that the demand of one host does not reduce the share of the others.
   *
   * @param maxHosts the largest number of hosts that get places
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
   * Returns the number of open calls below which a host may get another place. The last places are
   * reserved for hosts with few open calls, and each host gets only a fraction of them so that some
   * remain for the next.
   */
  private int most() {
    int free = limit - open;
    if (free <= 0) {
      return 0;
    }
    return free > kept ? hostLimit : Math.clamp(free / KEPT_SHARE, 1, hostLimit);
  }

  /** Returns the hosts whose circuits let calls pass, those with the fewest open calls first. */
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
   * A host that may get places.
   *
   * @param open its open calls when it was put into the queue
   * @param admitted how many more calls its circuit lets pass
   */
  private record Candidate(String name, Host host, int open, int position, int admitted) {
    Candidate withOneMore() {
      return new Candidate(name, host, open + 1, position, admitted);
    }
  }

  /** Takes a place even beyond the limits, for a call that this server must make. */
  public synchronized void enter(String name) {
    open++;
    host(name).open++;
  }

  /**
   * Takes a place as soon as one is free and then starts the call, on this thread or on the one
   * that returns the place.
   */
  public void enterWhenRoom(String name, Runnable call) {
    synchronized (this) {
      waiting.add(new Waiting(name, call));
    }
    startWaiting();
  }

  /** Starts the waiting calls that have a place now. */
  private void startWaiting() {
    List<Runnable> started = new ArrayList<>();
    synchronized (this) {
      waiting.removeIf(next -> {
        boolean room = host(next.host()).open < most();
        if (room) {
          enter(next.host());
          started.add(next.call());
        }
        return room;
      });
    }
    started.forEach(Runnable::run);
  }

  /** Returns the place of a finished call and updates the circuit of its host. */
  public void leave(String name, HostHealth health) {
    synchronized (this) {
      Host host = host(name);
      open--;
      host.open--;
      host.circuit.learn(health, clock.instant());
      forgetIfIdle(name);
    }
    startWaiting();
    listeners.forEach(Runnable::run);
  }

  /** Registers a listener that runs whenever a place becomes free. */
  public void whenRoom(Runnable listener) {
    listeners.add(listener);
  }

  private Host host(String name) {
    return hosts.computeIfAbsent(name, _ -> new Host());
  }

  private void forgetIfIdle(String name) {
    Host host = hosts.get(name);
    if (host != null && host.forgettable(clock.instant())) {
      hosts.remove(name);
    }
  }

  /** Returns the state of a host's circuit. */
  public synchronized Circuit.State circuit(String name) {
    Host host = hosts.get(name);
    return host == null ? Circuit.State.CLOSED : host.circuit.state(clock.instant());
  }

  /** Whether the circuit of a host is not closed. */
  public boolean sick(String name) {
    return circuit(name) != Circuit.State.CLOSED;
  }

  /**
   * Returns the hosts whose circuits are not closed, with their states, and forgets hosts that were
   * not called for long.
   */
  public synchronized Map<String, Circuit.State> circuits() {
    Instant now = clock.instant();
    hosts.values().removeIf(host -> host.forgettable(now));
    Map<String, Circuit.State> states = new TreeMap<>();
    hosts.forEach((name, host) -> {
      Circuit.State state = host.circuit.state(now);
      if (state != Circuit.State.CLOSED) {
        states.put(name, state);
      }
    });
    return states;
  }

  /**
   * Returns the time until the next circuit lets a trial call pass; empty when none will. A circuit
   * that lets one pass already does not count: its trial waits for a call, not for a time.
   */
  public synchronized Optional<Duration> untilNextTry() {
    Instant now = clock.instant();
    return hosts.values().stream()
        .flatMap(host -> Optional.ofNullable(host.circuit.nextTry()).stream())
        .filter(at -> at.isAfter(now))
        .min(Instant::compareTo)
        .map(at -> Duration.between(now, at));
  }

  /** Returns the number of open calls, with reserved places. */
  public synchronized int open() {
    return open;
  }
}
