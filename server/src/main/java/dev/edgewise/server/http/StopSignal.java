package dev.edgewise.server.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ends long polls and streams when the server stops, so that the stop need not wait for them. */
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

  /** Waits for the signal, at most for the given time; returns whether it was given. */
  public boolean await(Duration longest) throws InterruptedException {
    return given.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Calls {@code wakeUp} when the signal is given, or at once if it was given before. */
  public void onStop(Runnable wakeUp) {
    listeners.add(wakeUp);
    if (given()) {
      wakeUp.run();
    }
  }

  /** Removes a listener that {@link #onStop} added. */
  public void remove(Runnable wakeUp) {
    listeners.remove(wakeUp);
  }
}
