package dev.edgewise.server.life;

import dev.edgewise.server.config.Limits;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The sign of life of one worker thread: whether it lives, and since when it has been busy. */
public final class Pulse {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(Limits.WORK_STUCK_AFTER_SECS);

  private final String name;
  private volatile @Nullable Thread thread;
  private volatile long begunAt;
  private volatile boolean working;

  public Pulse(String name) {
    this.name = name;
  }

  /** The worker's name, as operators see it. */
  public String name() {
    return name;
  }

  /** Starts the thread whose life this is. */
  public Thread start(Thread unstarted) {
    thread = unstarted;
    unstarted.start();
    return unstarted;
  }

  /**
   * Waits until the thread has ended, for no longer than a stop may wait for it; says whether it
   * has. One that was never started has ended.
   */
  public boolean awaitEnd() {
    Thread current = thread;
    if (current == null) {
      return true;
    }
    try {
      return current.join(Duration.ofSeconds(Limits.STOP_MAX_JOIN_SECS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** A piece of work, or the next step of a long one, begins. */
  public void begin() {
    begunAt = System.nanoTime();
    working = true;
  }

  /** The piece of work has ended; the thread waits for the next. */
  public void end() {
    working = false;
  }

  /**
   * Whether the thread lives and is either idle or not stuck in one piece of work.
   *
   * @param now a moment of {@link System#nanoTime}
   */
  public boolean beats(long now) {
    Thread current = thread;
    return current != null && current.isAlive() && (!working || now - begunAt <= LIMIT_NANOS);
  }
}
