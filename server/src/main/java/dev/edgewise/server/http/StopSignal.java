package dev.edgewise.server.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells long requests that the server is stopping, so that the drain need not wait for them. */
public final class StopSignal {

  private final CountDownLatch given = new CountDownLatch(1);
  private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();

  /** Gives the signal. */
  public void give() {
    given.countDown();
    listeners.forEach(Runnable::run);
  }

  /** Whether the signal was given. */
  public boolean given() {
    return given.getCount() == 0;
  }

  /** Waits for the signal, at most so long; answers whether it was given. */
  public boolean await(Duration longest) throws InterruptedException {
    return given.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Runs the wake-up when the signal is given, at once if it already was. */
  public void onStop(Runnable wakeUp) {
    listeners.add(wakeUp);
    if (given()) {
      wakeUp.run();
    }
  }

  /** Forgets a wake-up. */
  public void forget(Runnable wakeUp) {
    listeners.remove(wakeUp);
  }
}
