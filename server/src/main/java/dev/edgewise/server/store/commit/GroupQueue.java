package dev.edgewise.server.store.commit;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.life.Pulse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded queue and the thread that empties it in groups: whatever came while the last group was
 * committed. Nothing stays in it without an answer: when the thread has ended, however that
 * happened, what is queued is refused.
 */
public final class GroupQueue<T> implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(GroupQueue.class);

  private final Sizes sizes;
  private final Consumer<List<T>> commit;
  private final Consumer<List<T>> refused;
  private final LinkedBlockingQueue<Slot<T>> queue;
  private final Company<Slot<T>> company;
  private final Pulse pulse;

  /** Held by the thread that commits; guards the company. */
  private final Lock turn = new ReentrantLock();

  private volatile boolean stopping;

  /** Whether nobody takes from the queue any more. */
  private volatile boolean ended;

  /**
   * How much it takes.
   *
   * @param group the most items that are committed together
   * @param queued the most items that wait
   * @param patience how long a group that is smaller than usual waits for more, at most
   */
  public record Sizes(int group, int queued, Duration patience) {}

  /** An item; one without only wakes the thread, because it is to stop. */
  private record Slot<T>(@Nullable T item) {}

  /**
   * @param commit commits a group and answers all of it, whatever happens; it throws nothing but
   *     what ends the process
   * @param refused answers those that nobody commits any more
   */
  public GroupQueue(String name, Sizes sizes, Consumer<List<T>> commit, Consumer<List<T>> refused) {
    this.sizes = sizes;
    this.commit = commit;
    this.refused = refused;
    this.queue = new LinkedBlockingQueue<>(sizes.queued());
    this.company = new Company<>(sizes.patience());
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

  /** Adds an item, waiting for room if need be; false when it is not taken. */
  public boolean put(T item) {
    Slot<T> slot = new Slot<>(item);
    if (stopping || !(queue.offer(slot) || offerPatiently(slot))) {
      return false;
    }
    if (ended) {
      refuseQueued();
    }
    return true;
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
   * Commits a group on the thread of its caller, who waits for it anyway, which is sooner than
   * waking another one; false when others are there or expected, who may share the transaction.
   */
  boolean lead(List<T> group) {
    // An interrupt would break the connection of a virtual thread in the middle of a transaction.
    boolean able = !Thread.currentThread().isVirtual() && group.size() <= sizes.group();
    if (!able || !turn.tryLock()) {
      return false;
    }
    try {
      boolean alone = queue.isEmpty() && !company.expected() && !stopping;
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
      refused.accept(items(slots));
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      throw new AssertionError(pulse.name() + " has a defect", e);
    } finally {
      ended = true;
      refuseQueued();
    }
  }

  private void commitNext(List<Slot<T>> slots) throws InterruptedException {
    turn.lock();
    try {
      queue.drainTo(slots, sizes.group() - 1);
      company.gather(queue, slots, sizes.group());
      commitTimed(items(slots));
    } finally {
      turn.unlock();
    }
  }

  private void commitTimed(List<T> group) {
    if (!group.isEmpty()) {
      long begun = System.nanoTime();
      commit.accept(group);
      company.took(group.size(), System.nanoTime() - begun);
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

  private void refuseQueued() {
    List<Slot<T>> left = new ArrayList<>();
    queue.drainTo(left);
    refused.accept(items(left));
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
      refuseQueued();
    }
  }
}
