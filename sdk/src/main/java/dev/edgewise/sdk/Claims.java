package dev.edgewise.sdk;

import dev.edgewise.api.ClaimedTask;
import java.lang.System.Logger;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The loop that claims tasks, never more than there are free slots.
 *
 * <p>An open claim is never cancelled: the server might still assign it a task, which would then
 * wait for its lease to expire. So closing waits for the answer to the claim.
 */
final class Claims {

  private static final Logger log = System.getLogger(Claims.class.getName());

  /** The largest number of tasks that the server assigns to one claim. */
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

  /** Claims up to {@code wanted} tasks and returns how many it got. */
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
      log.log(backoff.level(), "Cannot claim tasks: {0}", e.getMessage());
      closing.await(backoff.next().toMillis(), TimeUnit.MILLISECONDS);
      return 0;
    }
  }

  private boolean isOpen() {
    return closing.getCount() > 0;
  }

  /** Stops claiming and waits for the open claim. */
  void stop() throws InterruptedException {
    closing.countDown();
    // The loop may be waiting for a slot.
    slots.release();
    thread.join();
  }
}
