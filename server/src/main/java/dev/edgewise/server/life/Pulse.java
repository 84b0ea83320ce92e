package dev.edgewise.server.life;

import dev.edgewise.server.config.Limits;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Tells the readiness check whether one thread of the server is alive and not stuck. */
public final class Pulse {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(Limits.WORK_STUCK_AFTER_SECS);

  private final String name;
  private volatile @Nullable Thread thread;
  private volatile long begunAt;
  private volatile boolean working;

  public Pulse(String name) {
    this.name = name;
  }

  /** The name of the thread's component in health reports. */
  public String name() {
    return name;
  }

  /** Starts the thread that this pulse reports on. */
  public Thread start(Thread unstarted) {
    thread = unstarted;
    unstarted.start();
    return unstarted;
  }

  /**
   * Waits up to {@link Limits#STOP_MAX_JOIN_SECS} for the thread to end and returns whether it has.
   * A thread that was never started counts as ended.
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

  /** The thread begins a piece of work, or the next step of a long one. */
  public void begin() {
    begunAt = System.nanoTime();
    working = true;
  }

  /** The thread has ended the piece of work and waits for the next. */
  public void end() {
    working = false;
  }

  /**
   * Whether the thread is alive and its current piece of work, if any, has not taken too long.
   *
   * @param now the current {@link System#nanoTime}
   */
  public boolean beats(long now) {
    Thread current = thread;
    return current != null && current.isAlive() && (!working || now - begunAt <= LIMIT_NANOS);
  }
}
