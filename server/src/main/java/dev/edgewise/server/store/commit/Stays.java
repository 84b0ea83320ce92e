package dev.edgewise.server.store.commit;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Where the batches are of which something is under way: each in one place, or aside from it
 * because of what its expressions take.
 */
final class Stays<P> {
  private final Map<UUID, Stay<P>> stays = new HashMap<>();
  private volatile int aside;

  private static final class Stay<P> {
    final P place;
    int underWay;
    boolean aside;

    Stay(P place) {
      this.place = place;
    }
  }

  /**
   * Something of a batch is under way from now on; returns its place.
   *
   * @param found finds a place for a batch that has none, while nobody else enters or leaves
   */
  synchronized P enter(UUID batchId, Supplier<P> found) {
    Stay<P> stay = stays.computeIfAbsent(batchId, _ -> new Stay<>(found.get()));
    stay.underWay++;
    return stay.place;
  }

  /**
   * Something of a batch is under way no more.
   *
   * @param left gets the place that the batch has left, while nobody else enters or leaves
   */
  synchronized void leave(UUID batchId, Consumer<P> left) {
    Stay<P> stay = Objects.requireNonNull(stays.get(batchId));
    if (--stay.underWay == 0) {
      stays.remove(batchId);
      left.accept(stay.place);
      aside -= stay.aside ? 1 : 0;
    }
  }

  /** The batch is aside until nothing of it is under way. */
  synchronized void setAside(UUID batchId) {
    Stay<P> stay = Objects.requireNonNull(stays.get(batchId));
    aside += stay.aside ? 0 : 1;
    stay.aside = true;
  }

  boolean isAside(UUID batchId) {
    return aside > 0 && lookAside(batchId);
  }

  private synchronized boolean lookAside(UUID batchId) {
    Stay<P> stay = stays.get(batchId);
    return stay != null && stay.aside;
  }
}
