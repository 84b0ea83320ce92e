package dev.edgewise.server.engine;

import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.claim.RateBuckets;
import java.time.Duration;
import java.util.Set;

/** Lets tasks that wait for a token of a rate try again when one has come back. */
public final class RateTimer implements AutoCloseable {
  private static final Duration NOTHING_KNOWN = Duration.ofHours(1);

  private final RateBuckets buckets;
  private final Signals signals;
  private final Loop loop;

  /** By the clock of {@link System#nanoTime}. */
  private volatile long sleepsUntil = System.nanoTime();

  /**
   * @param interval the longest time between two rounds, for tasks that other servers have parked
   */
  public RateTimer(RateBuckets buckets, Signals signals, Duration interval) {
    this.buckets = buckets;
    this.signals = signals;
    this.loop = new Loop("rate-timer", interval, this::runUntilNext);
  }

  /** Starts the loop. */
  public RateTimer start() {
    loop.start();
    return this;
  }

  /** Returns the liveness of the thread. */
  public Pulse pulse() {
    return loop.pulse();
  }

  /** Takes note that a task which waits for a token may start in a time. */
  public void expect(Duration due) {
    if (System.nanoTime() + due.toNanos() - sleepsUntil < 0) {
      loop.wake();
    }
  }

  private Duration runUntilNext() {
    runOnce();
    Duration pause = buckets.untilNext().orElse(NOTHING_KNOWN);
    sleepsUntil = System.nanoTime() + pause.toNanos();
    return pause;
  }

  /** Returns the lanes of the tasks that may try again now. */
  public Set<String> runOnce() {
    loop.pulse().begin();
    Set<String> lanes = buckets.unparkDue();
    if (!lanes.isEmpty()) {
      signals.committed(lanes, false, false, false);
    }
    return lanes;
  }

  @Override
  public void close() {
    loop.close();
  }
}
