package dev.edgewise.sdk;

import dev.edgewise.api.ClaimedTask;
import java.lang.System.Logger;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The loop that takes tasks, never more than can start at once.
 *
 * <p>An open claim is never given up: the server could still hand it a task, which nobody would
 * work on until its lease has run out. So closing waits for the claim's answer.
 */
final class Claims {

  private static final Logger log = System.getLogger(Claims.class.getName());

  /** What the server hands out at once. */
  private static final int MAX_AT_ONCE = 1000;

  private final WorkCalls calls;
  private final Semaphore slots;
  private final Consumer<ClaimedTask> taken;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Backoff backoff = new Backoff();
  private final Thread thread;

  Claims(WorkCalls calls, Semaphore slots, Consumer<ClaimedTask> taken) {
    this.calls = calls;
    this.slots = slots;
    this.taken = taken;
    this.thread = Thread.ofVirtual().name("edgewise-claims").start(this::loop);
  }

  private void loop() {
    try {
      while (isOpen()) {
        slots.acquire();
        int free = 1 + slots.drainPermits();
        int wanted = Math.min(free, MAX_AT_ONCE);
        slots.release(free - wanted);
        slots.release(wanted - claimed(wanted));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes at most so many tasks and says how many it got. */
  private int claimed(int wanted) throws InterruptedException {
    if (!isOpen()) {
      return 0;
    }
    try {
      List<ClaimedTask> tasks = calls.claim(wanted);
      backoff.reset();
      tasks.forEach(taken);
      return tasks.size();
    } catch (EdgewiseException e) {
      log.log(backoff.level(), "No tasks can be claimed: {0}", e.getMessage());
      closing.await(backoff.next().toMillis(), TimeUnit.MILLISECONDS);
      return 0;
    }
  }

  private boolean isOpen() {
    return closing.getCount() > 0;
  }

  /** Takes no further tasks. */
  void stop() throws InterruptedException {
    closing.countDown();
    // The loop may be waiting for a slot.
    slots.release();
    thread.join();
  }
}
