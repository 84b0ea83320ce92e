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
 * What long requests wait for: news of a batch.
 *
 * <p>One loop looks for all of them, after each commit of this server, a pause apart at least, and
 * once in a while for what other servers committed. It asks for the newest ledger row of every
 * batch that is followed and wakes the followers of those that have a newer one; the others do not
 * touch the database. What followers then read, they read a few at a time, so that connections are
 * left for other requests however many followers there are.
 */
final class News {
  static final Duration FOREVER = Duration.ofDays(36_500);

  private static final Logger log = LoggerFactory.getLogger(News.class);
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration SAFETY = Duration.ofSeconds(1);

  /** How long a follower goes without news before it does whatever keeps it alive. */
  private static final Duration QUIET = Duration.ofSeconds(10);

  /** How long a follower trusts the loop to wake it before it looks by itself. */
  private static final Duration TRUST = Duration.ofMinutes(1);

  private final SettledLedger ledger;
  private final Signals signals;
  private final StopSignal stopSignal;
  private final Duration patience;
  private final Semaphore readers = new Semaphore(Limits.FOLLOWERS_READING_MAX, true);
  private final Map<UUID, Set<Follower>> followers = new HashMap<>();
  private boolean looking;

  News(SettledLedger ledger, Signals signals, StopSignal stopSignal) {
    this(ledger, signals, stopSignal, Duration.ofSeconds(Limits.FOLLOWERS_MAX_WAIT_SECS));
  }

  /**
   * @param patience how long a follower waits for its turn to read
   */
  News(SettledLedger ledger, Signals signals, StopSignal stopSignal, Duration patience) {
    this.ledger = ledger;
    this.signals = signals;
    this.stopSignal = stopSignal;
    this.patience = patience;
  }

  /** A look at what may have changed; returns whether that was enough. */
  @FunctionalInterface
  interface Look {
    boolean enough() throws IOException, InterruptedException;
  }

  /** What a follower does after a time without news. */
  @FunctionalInterface
  interface Quiet {
    void sign() throws IOException;
  }

  /** What a follower reads from the database. */
  @FunctionalInterface
  interface Reading<T> {
    T read() throws InterruptedException;
  }

  /** One long request. */
  private static final class Follower {
    private final Semaphore news = new Semaphore(0);

    void wake() {
      if (news.availablePermits() == 0) {
        news.release();
      }
    }

    /** Waits for news; returns whether there were some. */
    boolean await(long nanos) throws InterruptedException {
      boolean some = news.tryAcquire(nanos, TimeUnit.NANOSECONDS);
      news.drainPermits();
      return some;
    }
  }

  /**
   * Reads when it is this follower's turn.
   *
   * @throws OverloadedException when the turn does not come in time
   */
  <T> T read(Reading<T> reading) throws InterruptedException {
    if (!readers.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new OverloadedException(
          "Other followers of batches have been reading for %d s".formatted(patience.toSeconds()));
    }
    try {
      return reading.read();
    } finally {
      readers.release();
    }
  }

  /**
   * Looks at a batch again and again until a look was enough, the time is over, or the server
   * stops.
   */
  void follow(UUID batch, Duration longest, Look look, Quiet quiet)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + longest.toNanos();
    var follower = new Follower();
    Runnable wakeUp = follower::wake;
    add(batch, follower);
    stopSignal.onStop(wakeUp);
    try {
      while (!look.enough() && await(follower, deadline, quiet)) {
        // Each time there may be something new.
      }
    } finally {
      stopSignal.forget(wakeUp);
      remove(batch, follower);
    }
  }

  /** Waits until it is time to look; returns whether it still is. */
  private boolean await(Follower follower, long deadline, Quiet quiet)
      throws IOException, InterruptedException {
    long lookAnyway = System.nanoTime() + TRUST.toNanos();
    while (!stopSignal.given()) {
      long now = System.nanoTime();
      if (deadline - now <= 0) {
        return false;
      }
      if (follower.await(Math.min(deadline - now, QUIET.toNanos())) || now - lookAnyway >= 0) {
        return !stopSignal.given();
      }
      quiet.sign();
    }
    return false;
  }

  private synchronized void add(UUID batch, Follower follower) {
    followers.computeIfAbsent(batch, _ -> new HashSet<>()).add(follower);
    if (!looking) {
      looking = true;
      Thread.ofVirtual().name("news").start(this::look);
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

  /** Looks for all followers until there are none, or the server stops. */
  private void look() {
    Map<UUID, Long> known = new HashMap<>();
    try (var watch = new CommitWatch(signals)) {
      while (!stopSignal.given()) {
        Set<UUID> followed = followedOrDone();
        if (followed.isEmpty()) {
          return;
        }
        known.keySet().retainAll(followed);
        try {
          wakeForNews(followed, known);
        } catch (RuntimeException | Error e) {
          ProcessEnd.heed(e);
          // The database is away, or worse; followers wait, as they would for news.
          log.warn("Open streams get no news: {}", e.toString());
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
    looking = !followers.isEmpty();
    return Set.copyOf(followers.keySet());
  }

  private void wakeForNews(Set<UUID> followed, Map<UUID, Long> known) throws InterruptedException {
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
