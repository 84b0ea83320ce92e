package dev.edgewise.server.signal;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes one reader when something was committed; commits while it is busy count as one. */
public final class CommitWatch implements Signals.Listener, AutoCloseable {
  private final Signals signals;
  private final Semaphore news = new Semaphore(0);

  public CommitWatch(Signals signals) {
    this.signals = signals;
    signals.add(this);
  }

  @Override
  public void events() {
    if (news.availablePermits() == 0) {
      news.release();
    }
  }

  /** Waits for the next commit, at most so long; answers whether there was one. */
  public boolean await(Duration longest) throws InterruptedException {
    boolean some = news.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS);
    news.drainPermits();
    return some;
  }

  @Override
  public void close() {
    signals.remove(this);
  }
}
