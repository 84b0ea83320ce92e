package dev.edgewise.server.calls;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.store.delivery.Delivery;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The deliveries that another server is making, remembered so that each is counted and logged once.
 */
final class Conflicts {
  private final Set<Delivery> known = new LinkedHashSet<>();

  /** Adds a delivery that another server is making. Returns whether it is new. */
  synchronized boolean begin(Delivery delivery) {
    boolean added = known.add(delivery);
    if (known.size() > Limits.CONFLICTS_REMEMBERED_MAX) {
      Iterator<Delivery> oldest = known.iterator();
      oldest.next();
      oldest.remove();
    }
    return added;
  }

  /** Removes a delivery that no other server is making. */
  synchronized void end(Delivery delivery) {
    known.remove(delivery);
  }
}
