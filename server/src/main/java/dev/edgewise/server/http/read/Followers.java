package dev.edgewise.server.http.read;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.StopSignal;
import dev.edgewise.server.life.OverloadedException;
import dev.edgewise.server.life.ProcessEnd;
import dev.edgewise.server.signal.CommitWatch;
import dev.edgewise.server.signal.Signals;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes long requests when what they follow has changed: those that wait for a batch to end or
 * stream its ledger, and those that stream the log of a task.
 *
 * <p>One loop serves all of them. It runs after each commit of this server, with a minimum pause,
 * and once a second for commits of other servers. It reads the newest mark of everything that is
 * followed, such as the newest ledger id of a batch, and wakes the followers whose mark has
 * changed; the others do not touch the database. Only a few followers read at the same time, so
 * that connections remain for other requests.
 *
 * @param <K> names what is followed
 */
final class Followers<K> {
  static final Duration FOREVER = Duration.ofDays(36_500);

  private static final Logger log = LoggerFactory.getLogger(Followers.class);
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration SAFETY = Duration.ofSeconds(1);

  /** How long a follower waits before it sends a keep-alive. */
  private static final Duration QUIET = Duration.ofSeconds(10);

  /** How long a follower relies on the loop to wake it before it checks itself. */
  private static final Duration TRUST = Duration.ofMinutes(1);

  private final Marks<K> marks;
  private final Signals signals;
  private final StopSignal stopSignal;
  private final Duration patience;
  private final Semaphore readers = new Semaphore(Limits.FOLLOWERS_READING_MAX, true);
  private final Map<K, Set<Follower>> followers = new HashMap<>();
  private boolean running;

  Followers(Marks<K> marks, Signals signals, StopSignal stopSignal) {
    this(marks, signals, stopSignal, Duration.ofSeconds(Limits.FOLLOWERS_MAX_WAIT_SECS));
  }

  /**
   * @param patience how long a follower waits for its turn to read
   */
  Followers(Marks<K> marks, Signals signals, StopSignal stopSignal, Duration patience) {
    this.marks = marks;
    this.signals = signals;
    this.stopSignal = stopSignal;
    this.patience = patience;
  }

  /** Reads the newest marks. */
  @FunctionalInterface
  interface Marks<K> {
    /** The newest mark of each of these; what does not exist is left out. */
    Map<K, ?> newest(Set<K> followed) throws InterruptedException;
  }

  /** Checks what is followed for changes; returns whether the request is done. */
  @FunctionalInterface
  interface Check {
    boolean done() throws IOException, InterruptedException;
  }

  /** Called when nothing has changed for a while. */
  @FunctionalInterface
  interface KeepAlive {
    void send() throws IOException;
  }

  /** A read from the database. */
  @FunctionalInterface
  interface Reading<T> {
    T read() throws InterruptedException;
  }

  /** One long request. */
  private static final class Follower {
    private final Semaphore woken = new Semaphore(0);

    void wake() {
      if (woken.availablePermits() == 0) {
        woken.release();
      }
    }

    /** Waits to be woken; returns false when the time is over. */
    boolean await(long nanos) throws InterruptedException {
      boolean wasWoken = woken.tryAcquire(nanos, TimeUnit.NANOSECONDS);
      woken.drainPermits();
      return wasWoken;
    }
  }

  /**
   * Reads as soon as not too many other followers are reading.
   *
   * @throws OverloadedException when no other follower finishes in time
   */
  <T> T read(Reading<T> reading) throws InterruptedException {
    if (!readers.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new OverloadedException(
          "Too many requests follow batches and tasks: this one waited %d s for its turn to read"
              .formatted(patience.toSeconds()));
    }
    try {
      return reading.read();
    } finally {
      readers.release();
    }
  }

  /**
   * Checks now and whenever what is followed has changed, until the check is done, the time is
   * over, or the server stops.
   */
  void follow(K followed, Duration longest, Check check, KeepAlive keepAlive)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + longest.toNanos();
    var follower = new Follower();
    Runnable wakeUp = follower::wake;
    add(followed, follower);
    stopSignal.onStop(wakeUp);
    try {
      while (!check.done() && await(follower, deadline, keepAlive)) {
        // It may have changed.
      }
    } finally {
      stopSignal.remove(wakeUp);
      remove(followed, follower);
    }
  }

  /** Waits until the next check is due; returns false when the time is over or the server stops. */
  private boolean await(Follower follower, long deadline, KeepAlive keepAlive)
      throws IOException, InterruptedException {
    long checkAnyway = System.nanoTime() + TRUST.toNanos();
    while (!stopSignal.given()) {
      long now = System.nanoTime();
      if (deadline - now <= 0) {
        return false;
      }
      if (follower.await(Math.min(deadline - now, QUIET.toNanos())) || now - checkAnyway >= 0) {
        return !stopSignal.given();
      }
      keepAlive.send();
    }
    return false;
  }

  private synchronized void add(K followed, Follower follower) {
    followers.computeIfAbsent(followed, _ -> new HashSet<>()).add(follower);
    if (!running) {
      running = true;
      Thread.ofVirtual().name("followers").start(this::run);
    }
  }

  private synchronized void remove(K followed, Follower follower) {
    followers.computeIfPresent(
        followed,
        (_, all) -> {
          all.remove(follower);
          return all.isEmpty() ? null : all;
        });
  }

  /** Wakes followers until there are none, or the server stops. */
  private void run() {
    Map<K, Object> known = new HashMap<>();
    try (var watch = new CommitWatch(signals)) {
      while (!stopSignal.given()) {
        Set<K> followed = followedOrDone();
        if (followed.isEmpty()) {
          return;
        }
        known.keySet().retainAll(followed);
        try {
          wakeFollowers(followed, known);
        } catch (RuntimeException | Error e) {
          ProcessEnd.endIfFatal(e);
          // The database may be unavailable; followers keep waiting.
          log.warn("Cannot check what open requests follow: {}", e.toString());
        }
        if (!stopSignal.await(PAUSE)) {
          watch.await(SAFETY);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized Set<K> followedOrDone() {
    running = !followers.isEmpty();
    return Set.copyOf(followers.keySet());
  }

  private void wakeFollowers(Set<K> followed, Map<K, Object> known) throws InterruptedException {
    Map<K, ?> newest = marks.newest(followed);
    for (K each : followed) {
      if (!Objects.equals(newest.get(each), known.get(each))) {
        followersOf(each).forEach(Follower::wake);
      }
    }
    known.clear();
    known.putAll(newest);
  }

  private synchronized List<Follower> followersOf(K followed) {
    return List.copyOf(followers.getOrDefault(followed, Set.of()));
  }
}
