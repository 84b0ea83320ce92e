package dev.edgewise.server.commit;

import dev.edgewise.server.life.WaitClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;

/**
 * Lets a group that is smaller than usual wait a little for more commands. Where many workers
 * report at once, those that the last group answered report again soon, and a transaction costs
 * almost the same for one command more. A lone command waits for nothing.
 */
final class GroupDelay<T> {
  /** Smaller groups come from a few clients, none of which should wait for another. */
  private static final int MANY = 8;

  private final WaitClock clock;
  private final long maxNanos;
  private int usualSize;
  private long delayNanos;

  /**
   * @param max the longest delay, however long a transaction takes
   */
  GroupDelay(Duration max, WaitClock clock) {
    this.clock = clock;
    this.maxNanos = max.toNanos();
  }

  /** Whether groups are usually so large that more commands are on their way. */
  boolean expectsMore() {
    return usualSize >= MANY;
  }

  /** Waits until the group is as large as usual, for half a transaction at most. */
  void awaitMore(BlockingQueue<T> queue, List<T> group, int max) throws InterruptedException {
    int wanted = expectsMore() ? Math.min(usualSize, max) : 0;
    long deadline = clock.nanoTime() + delayNanos;
    while (group.size() < wanted) {
      T next = clock.poll(queue, deadline - clock.nanoTime());
      if (next == null) {
        return;
      }
      group.add(next);
      queue.drainTo(group, max - group.size());
    }
  }

  /** Learns how large a group was and how long its transaction took. */
  void learn(int size, long nanos) {
    // The usual size grows at once and shrinks by and by.
    usualSize = Math.max(size, usualSize - usualSize / MANY - 1);
    delayNanos = Math.min(nanos / 2, maxNanos);
  }
}
