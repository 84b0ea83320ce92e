package dev.edgewise.server.commit;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Outage;
import dev.edgewise.server.life.OverloadedException;
import dev.edgewise.server.life.ProcessEnd;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.life.WaitClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded queue and the thread that commits its items in groups: whatever came while the last
 * group was committed. A group that cannot be committed is halved until only the item at fault is
 * left, and only that one fails. Every item ends committed or failed: when the thread has ended,
 * however that happened, the items that are still queued fail.
 */
public final class GroupCommit<T> implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(GroupCommit.class);

  private final Sizes sizes;
  private final Work<T> work;
  private final WaitClock clock;
  private final LinkedBlockingQueue<Slot<T>> queue;
  private final GroupDelay<Slot<T>> delay;
  private final Pulse pulse;

  /** Held by the thread that commits; guards the delay. */
  private final Lock turn = new ReentrantLock();

  private volatile boolean stopping;

  /** Whether no thread takes from the queue any more. */
  private volatile boolean ended;

  /**
   * The bounds.
   *
   * @param group the most items that are committed together
   * @param queued the most items that wait
   * @param delay how long a group that is smaller than usual waits for more items, at most
   */
  public record Sizes(int group, int queued, Duration delay) {}

  /** What is done with the items. */
  public interface Work<T> {
    /** Commits all of a group and answers it, or throws and has committed nothing. */
    void commit(List<T> group);

    /** Answers items that are not committed. */
    void failed(List<T> items, Throwable cause);
  }

  /** An item; a slot without one only wakes the thread, so that it stops. */
  private record Slot<T>(@Nullable T item) {}

  public GroupCommit(String name, Sizes sizes, WaitClock clock, Work<T> work) {
    this.sizes = sizes;
    this.work = work;
    this.clock = clock;
    this.queue = new LinkedBlockingQueue<>(sizes.queued());
    this.delay = new GroupDelay<>(sizes.delay(), clock);
    this.pulse = new Pulse(name);
  }

  /** Begins to commit, on a thread of this kind. */
  public void start(Thread.Builder thread) {
    pulse.start(thread.name(pulse.name()).unstarted(this::run));
  }

  /** Whether the thread lives and moves. */
  public Pulse pulse() {
    return pulse;
  }

  /** Adds an item, waiting for room if need be; when there is none in time, the item fails. */
  public void add(T item) {
    Slot<T> slot = new Slot<>(item);
    if (stopping || !(queue.offer(slot) || offerPatiently(slot))) {
      work.failed(List.of(item), stopped());
    } else if (ended) {
      failQueued();
    }
  }

  private static RuntimeException stopped() {
    return new OverloadedException("the server is stopping");
  }

  private boolean offerPatiently(Slot<T> slot) {
    try {
      return queue.offer(slot, Limits.COMMIT_MAX_WAIT_SECS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Commits a group on the calling thread, which waits for it anyway: that is sooner than waking
   * another one. False when other items are there or expected, which may share the transaction.
   */
  boolean lead(List<T> group) {
    // An interrupt would break the connection of a virtual thread in the middle of a transaction.
    boolean able = !Thread.currentThread().isVirtual() && group.size() <= sizes.group();
    if (!able || !turn.tryLock()) {
      return false;
    }
    try {
      boolean alone = queue.isEmpty() && !delay.expectsMore() && !stopping;
      if (alone) {
        commitTimed(group);
      }
      return alone;
    } finally {
      turn.unlock();
    }
  }

  private void run() {
    List<Slot<T>> slots = new ArrayList<>();
    try {
      while (!stopping || !queue.isEmpty()) {
        slots.add(queue.take());
        pulse.begin();
        commitNext(slots);
        pulse.end();
        slots.clear();
      }
    } catch (InterruptedException e) {
      work.failed(items(slots), stopped());
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      throw new AssertionError(pulse.name() + " has a defect", e);
    } finally {
      ended = true;
      failQueued();
    }
  }

  private void commitNext(List<Slot<T>> slots) throws InterruptedException {
    turn.lock();
    try {
      queue.drainTo(slots, sizes.group() - 1);
      delay.awaitMore(queue, slots, sizes.group());
      commitTimed(items(slots));
    } finally {
      turn.unlock();
    }
  }

  private void commitTimed(List<T> group) {
    if (!group.isEmpty()) {
      long begun = clock.nanoTime();
      commit(group);
      delay.learn(group.size(), clock.nanoTime() - begun);
    }
  }

  /**
   * Commits a group; if that fails, its halves, until only the item at fault is left. Only an error
   * that ends the process is thrown.
   */
  void commit(List<T> group) {
    try {
      work.commit(group);
    } catch (RuntimeException | Error e) {
      VirtualMachineError fatal = ProcessEnd.fatal(e);
      if (fatal != null) {
        work.failed(group, e);
        throw fatal;
      }
      if (group.size() == 1 || Outage.caused(e)) {
        work.failed(group, e);
      } else {
        int middle = group.size() / 2;
        commit(group.subList(0, middle));
        commit(group.subList(middle, group.size()));
      }
    }
  }

  private static <T> List<T> items(List<Slot<T>> slots) {
    List<T> items = new ArrayList<>(slots.size());
    for (Slot<T> slot : slots) {
      T item = slot.item();
      if (item != null) {
        items.add(item);
      }
    }
    return items;
  }

  private void failQueued() {
    List<Slot<T>> left = new ArrayList<>();
    queue.drainTo(left);
    work.failed(items(left), stopped());
  }

  /** Commits what was added and stops, unless that takes too long. */
  @Override
  public void close() {
    stopping = true;
    // Interrupting the thread would break its connection in the middle of a transaction. If the
    // queue is full, the thread is awake anyway.
    queue.offer(new Slot<>(null));
    if (!pulse.awaitEnd()) {
      log.warn("{} is still in a transaction and is left behind", pulse.name());
      failQueued();
    }
  }
}
