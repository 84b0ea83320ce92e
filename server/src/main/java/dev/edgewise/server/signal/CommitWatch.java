package dev.edgewise.server.signal;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets one thread wait for the next commit of this server; commits while it is busy count as one.
 */
public final class CommitWatch implements Signals.Listener, AutoCloseable {
  private final Signals signals;
  private final Semaphore commits = new Semaphore(0);

  public CommitWatch(Signals signals) {
    this.signals = signals;
    signals.add(this);
  }

  @Override
  public void events() {
    wake();
  }

  @Override
  public void logs() {
    wake();
  }

  private void wake() {
    if (commits.availablePermits() == 0) {
      commits.release();
    }
  }

  /** Waits for the next commit, at most for the given time; returns whether there was one. */
  public boolean await(Duration longest) throws InterruptedException {
    boolean some = commits.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS);
    commits.drainPermits();
    return some;
  }

  @Override
  public void close() {
    signals.remove(this);
  }
}
