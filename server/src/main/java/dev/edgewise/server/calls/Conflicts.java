package dev.edgewise.server.calls;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.store.delivery.Delivery;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/** The deliveries that another caller is making, so that each is counted and logged once. */
final class Conflicts {
  private final Set<Delivery> known = new LinkedHashSet<>();

  /** A delivery is somebody else's; says whether that is news. */
  synchronized boolean begin(Delivery delivery) {
    boolean news = known.add(delivery);
    if (known.size() > Limits.CONFLICTS_REMEMBERED_MAX) {
      Iterator<Delivery> oldest = known.iterator();
      oldest.next();
      oldest.remove();
    }
    return news;
  }

  /** A delivery is nobody else's any more. */
  synchronized void end(Delivery delivery) {
    known.remove(delivery);
  }
}
