package dev.edgewise.server.calls;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.store.Lane;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The dispatcher's lanes that may have tasks in them, those not looked at for longest first. */
final class ReadyLanes {
  private final Set<String> lanes = new LinkedHashSet<>();
  private boolean unnamed;

  /** Lanes got tasks; says whether any of them is the dispatcher's. */
  synchronized boolean add(Collection<String> more) {
    boolean any = false;
    for (String lane : more) {
      if (Lane.isHook(lane)) {
        // What is not remembered is found by a look at the queue.
        unnamed |= lanes.size() >= Limits.LANES_MAX_REMEMBERED && !lanes.contains(lane);
        if (lanes.size() < Limits.LANES_MAX_REMEMBERED) {
          lanes.add(lane);
        }
        any = true;
      }
    }
    return any;
  }

  /** Some lanes got tasks, and nobody knows which. */
  synchronized void addUnnamed() {
    unnamed = true;
  }

  /** Whether lanes got tasks that nobody named since this was last asked. */
  synchronized boolean takeUnnamed() {
    boolean was = unnamed;
    unnamed = false;
    return was;
  }

  synchronized boolean isEmpty() {
    return lanes.isEmpty();
  }

  synchronized List<String> all() {
    return List.copyOf(lanes);
  }

  synchronized void remove(Collection<String> taken) {
    lanes.removeAll(taken);
  }
}
