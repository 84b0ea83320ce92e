package dev.edgewise.sdk;

import dev.edgewise.api.ClaimedTask;
import dev.edgewise.api.Heartbeat;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A task that this worker holds, from its claim until its completion was reported. The lease is
 * measured by this machine's clock, from when the server last confirmed it.
 */
final class Holding {

  private final ClaimedTask task;
  private final Duration lease;
  private final CountDownLatch canceled = new CountDownLatch(1);
  private volatile long confirmed = System.nanoTime();

  Holding(ClaimedTask task, Duration lease) {
    this.task = task;
    this.lease = lease;
  }

  ClaimedTask task() {
    return task;
  }

  Heartbeat heartbeat() {
    return new Heartbeat(task.taskId(), task.deliveryToken());
  }

  /** Called when the server has extended the lease. */
  void confirm() {
    confirmed = System.nanoTime();
  }

  /** Whether the lease has certainly expired. */
  boolean hasLapsed() {
    return System.nanoTime() - confirmed > lease.toNanos();
  }

  void cancel() {
    canceled.countDown();
  }

  boolean isCanceled() {
    return canceled.getCount() == 0;
  }

  boolean awaitCancel(Duration longest) throws InterruptedException {
    return canceled.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public String toString() {
    return "%s task %s, attempt %d".formatted(task.kind(), task.taskId(), task.attempt());
  }
}
