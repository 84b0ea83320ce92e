package dev.edgewise.server.commit;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The batches that have commands under way, and the lane each of them is in. A batch whose
 * expressions take long is in the slow lane until none of its commands is under way.
 *
 * @param <L> a lane
 */
final class OpenBatches<L> {
  private final Map<UUID, Open<L>> batches = new HashMap<>();
  private volatile int slow;

  private static final class Open<L> {
    final L lane;
    int underWay;
    boolean slow;

    Open(L lane) {
      this.lane = lane;
    }
  }

  /**
   * Counts one more command of a batch and returns the batch's lane.
   *
   * @param choose chooses the lane of a batch that has none; it runs under this object's lock
   */
  synchronized L enter(UUID batchId, Supplier<L> choose) {
    Open<L> open = batches.computeIfAbsent(batchId, _ -> new Open<>(choose.get()));
    open.underWay++;
    return open.lane;
  }

  /**
   * Counts one command of a batch less.
   *
   * @param left gets the lane that the batch has left; it runs under this object's lock
   */
  synchronized void leave(UUID batchId, Consumer<L> left) {
    Open<L> open = Objects.requireNonNull(batches.get(batchId));
    if (--open.underWay == 0) {
      batches.remove(batchId);
      left.accept(open.lane);
      slow -= open.slow ? 1 : 0;
    }
  }

  /** Puts a batch into the slow lane. */
  synchronized void slowDown(UUID batchId) {
    Open<L> open = Objects.requireNonNull(batches.get(batchId));
    slow += open.slow ? 0 : 1;
    open.slow = true;
  }

  boolean isSlow(UUID batchId) {
    return slow > 0 && lookUp(batchId);
  }

  private synchronized boolean lookUp(UUID batchId) {
    Open<L> open = batches.get(batchId);
    return open != null && open.slow;
  }
}
