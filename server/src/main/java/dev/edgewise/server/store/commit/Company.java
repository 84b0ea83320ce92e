package dev.edgewise.server.store.commit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Lets a group that is smaller than usual wait a little for more. Where many report at once, those
 * whom the last group answered are on their way back, and a transaction costs almost the same for
 * one more. Who reports alone waits for nothing.
 */
final class Company<T> {
  /** Groups that are usually smaller come from a few, of whom nobody should wait. */
  private static final int MANY = 8;

  private final long mostNanos;
  private int usual;
  private long patienceNanos;

  /**
   * @param most nobody waits longer than this, however long a transaction takes
   */
  Company(Duration most) {
    mostNanos = most.toNanos();
  }

  /** Whether groups are usually so large that more are on their way. */
  boolean expected() {
    return usual >= MANY;
  }

  /** Waits until the group is as large as usual, for half a transaction at most. */
  void gather(BlockingQueue<T> queue, List<T> group, int max) throws InterruptedException {
    int wanted = expected() ? Math.min(usual, max) : 0;
    long deadline = System.nanoTime() + patienceNanos;
    while (group.size() < wanted) {
      T next = queue.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        return;
      }
      group.add(next);
      queue.drainTo(group, max - group.size());
    }
  }

  /** Learns how large a group was and how long its transaction took. */
  void took(int size, long nanos) {
    // Grows at once and shrinks by and by.
    usual = Math.max(size, usual - usual / MANY - 1);
    patienceNanos = Math.min(nanos / 2, mostNanos);
  }
}
