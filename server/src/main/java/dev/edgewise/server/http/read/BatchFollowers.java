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
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes long requests, which wait for a batch to end or stream its ledger, when the batch has new
 * ledger entries.
 *
 * <p>One loop serves all of them. It runs after each commit of this server, with a minimum pause,
 * and once a second for commits of other servers. It reads the newest ledger id of every followed
 * batch and wakes the followers whose batch has a newer one; the others do not touch the database.
 * Only a few followers read at the same time, so that connections remain for other requests.
 */
final class BatchFollowers {
  static final Duration FOREVER = Duration.ofDays(36_500);

  private static final Logger log = LoggerFactory.getLogger(BatchFollowers.class);
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration SAFETY = Duration.ofSeconds(1);

  /** How long a follower waits before it sends a keep-alive. */
  private static final Duration QUIET = Duration.ofSeconds(10);

  /** How long a follower relies on the loop to wake it before it checks the batch itself. */
  private static final Duration TRUST = Duration.ofMinutes(1);

  private final SettledLedger ledger;
  private final Signals signals;
  private final StopSignal stopSignal;
  private final Duration patience;
  private final Semaphore readers = new Semaphore(Limits.FOLLOWERS_READING_MAX, true);
  private final Map<UUID, Set<Follower>> followers = new HashMap<>();
  private boolean running;

  BatchFollowers(SettledLedger ledger, Signals signals, StopSignal stopSignal) {
    this(ledger, signals, stopSignal, Duration.ofSeconds(Limits.FOLLOWERS_MAX_WAIT_SECS));
  }

  /**
   * @param patience how long a follower waits for its turn to read
   */
  BatchFollowers(SettledLedger ledger, Signals signals, StopSignal stopSignal, Duration patience) {
    this.ledger = ledger;
    this.signals = signals;
    this.stopSignal = stopSignal;
    this.patience = patience;
  }

  /** Checks the batch for changes; returns whether the request is done. */
  @FunctionalInterface
  interface Check {
    boolean done() throws IOException, InterruptedException;
  }

  /** Called when there were no new entries for a while. */
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
          "Too many requests follow batches: this one waited %d s for its turn to read"
              .formatted(patience.toSeconds()));
    }
    try {
      return reading.read();
    } finally {
      readers.release();
    }
  }

  /**
   * Checks a batch now and whenever it has new entries, until the check is done, the time is over,
   * or the server stops.
   */
  void follow(UUID batch, Duration longest, Check check, KeepAlive keepAlive)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + longest.toNanos();
    var follower = new Follower();
    Runnable wakeUp = follower::wake;
    add(batch, follower);
    stopSignal.onStop(wakeUp);
    try {
      while (!check.done() && await(follower, deadline, keepAlive)) {
        // The batch may have new entries.
      }
    } finally {
      stopSignal.remove(wakeUp);
      remove(batch, follower);
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

  private synchronized void add(UUID batch, Follower follower) {
    followers.computeIfAbsent(batch, _ -> new HashSet<>()).add(follower);
    if (!running) {
      running = true;
      Thread.ofVirtual().name("batch-followers").start(this::run);
    }
  }

  private synchronized void remove(UUID batch, Follower follower) {
    followers.computeIfPresent(
        batch,
        (_, all) -> {
          all.remove(follower);
          return all.isEmpty() ? null : all;
        });
  }

  /** Wakes followers until there are none, or the server stops. */
  private void run() {
    Map<UUID, Long> known = new HashMap<>();
    try (var watch = new CommitWatch(signals)) {
      while (!stopSignal.given()) {
        Set<UUID> followed = followedOrDone();
        if (followed.isEmpty()) {
          return;
        }
        known.keySet().retainAll(followed);
        try {
          wakeFollowers(followed, known);
        } catch (RuntimeException | Error e) {
          ProcessEnd.endIfFatal(e);
          // The database may be unavailable; followers keep waiting.
          log.warn("Cannot check followed batches for new ledger entries: {}", e.toString());
        }
        if (!stopSignal.await(PAUSE)) {
          watch.await(SAFETY);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized Set<UUID> followedOrDone() {
    running = !followers.isEmpty();
    return Set.copyOf(followers.keySet());
  }

  private void wakeFollowers(Set<UUID> followed, Map<UUID, Long> known)
      throws InterruptedException {
    Map<UUID, Long> newest = ledger.newest(followed);
    for (UUID batch : followed) {
      if (!Objects.equals(newest.get(batch), known.get(batch))) {
        followersOf(batch).forEach(Follower::wake);
      }
    }
    known.clear();
    known.putAll(newest);
  }

  private synchronized List<Follower> followersOf(UUID batch) {
    return List.copyOf(followers.getOrDefault(batch, Set.of()));
  }
}
