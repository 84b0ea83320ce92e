package dev.edgewise.server.commit;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.life.OverloadedException;
import dev.edgewise.server.life.ProcessEnd;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.store.update.TaskUpdate;
import dev.edgewise.server.store.update.TaskUpdates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers additions to the counters of tasks and writes many at once, a little later. An accepted
 * addition counts even if its task ends before it is written. Additions that cannot be written are
 * kept and tried again; the server writes the last ones when it stops.
 */
public final class CounterBuffer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(CounterBuffer.class);
  private static final Duration FLUSH_AFTER = Duration.ofMillis(50);
  private static final int MAX_AT_ONCE = 1_000;

  private final TaskUpdates updates;
  private final LongConsumer dropped;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition added = lock.newCondition();
  private final Pulse pulse = new Pulse("counters");
  private Map<TaskKey, Sum> sums = new HashMap<>();
  private boolean stopping;

  private record Sum(long success, long failures) {
    Sum plus(long moreSuccess, long moreFailures) {
      return new Sum(clamped(success, moreSuccess), clamped(failures, moreFailures));
    }

    private static long clamped(long sum, long more) {
      long total = sum + more;
      return total < sum ? Long.MAX_VALUE : total;
    }
  }

  /**
   * @param dropped gets the number of additions to tasks that do not exist
   */
  public CounterBuffer(TaskUpdates updates, LongConsumer dropped) {
    this.updates = updates;
    this.dropped = dropped;
    pulse.start(Thread.ofVirtual().name(pulse.name()).unstarted(this::run));
  }

  /** Whether it lives and moves. */
  public Pulse pulse() {
    return pulse;
  }

  /**
   * Adds to a task's counters; the amounts are not negative.
   *
   * @throws OverloadedException when the additions to too many tasks have not been written yet
   */
  public void add(TaskKey task, long success, long failures) {
    lock.lock();
    try {
      if (sums.size() >= Limits.COUNTERS_MAX_TASKS && !sums.containsKey(task)) {
        throw new OverloadedException(
            "counters of %d tasks wait to be written and no more are taken".formatted(sums.size()));
      }
      keep(task, success, failures);
    } finally {
      lock.unlock();
    }
  }

  private void keep(TaskKey task, long success, long failures) {
    lock.lock();
    try {
      sums.merge(
          task, new Sum(success, failures), (old, more) -> old.plus(more.success, more.failures));
      added.signal();
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    boolean last = false;
    while (!last) {
      last = awaitWork();
      pulse.begin();
      flush();
      pulse.end();
    }
  }

  /** Waits until there is something to write; returns whether this is the last time. */
  private boolean awaitWork() {
    lock.lock();
    try {
      while (sums.isEmpty() && !stopping) {
        added.awaitUninterruptibly();
      }
      long left = FLUSH_AFTER.toNanos();
      while (!stopping && left > 0) {
        // More of the same arrives meanwhile and costs nothing.
        left = added.awaitNanos(left);
      }
      return stopping;
    } catch (InterruptedException e) {
      return stopping;
    } finally {
      lock.unlock();
    }
  }

  private void flush() {
    Map<TaskKey, Sum> taken = take();
    List<TaskUpdate> batch = new ArrayList<>();
    for (var entry : taken.entrySet()) {
      Sum sum = entry.getValue();
      batch.add(TaskUpdate.addition(entry.getKey(), sum.success, sum.failures));
      if (batch.size() == MAX_AT_ONCE) {
        write(batch);
        batch = new ArrayList<>();
      }
    }
    if (!batch.isEmpty()) {
      write(batch);
    }
  }

  private Map<TaskKey, Sum> take() {
    lock.lock();
    try {
      Map<TaskKey, Sum> taken = sums;
      sums = new HashMap<>();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private void write(List<TaskUpdate> batch) {
    try {
      Set<TaskKey> found = updates.add(batch);
      if (found.size() < batch.size()) {
        dropped.accept(batch.size() - found.size());
      }
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      ProcessEnd.endIfFatal(e);
      log.warn("Counters of {} tasks could not be written and are kept", batch.size(), e);
      for (TaskUpdate update : batch) {
        keep(update.task(), orZero(update.addSuccess()), orZero(update.addFailures()));
      }
    }
  }

  private static long orZero(@Nullable Long value) {
    return value == null ? 0 : value;
  }

  /** Writes what was accepted and stops. */
  @Override
  public void close() {
    lock.lock();
    try {
      stopping = true;
      added.signal();
    } finally {
      lock.unlock();
    }
    if (!pulse.awaitEnd()) {
      log.error("Some counters could not be written");
    }
  }
}
