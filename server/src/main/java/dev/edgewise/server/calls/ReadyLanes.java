package dev.edgewise.server.calls;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.store.Lane;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The webhook lanes that may hold tasks, the least recently scanned first. */
final class ReadyLanes {
  private final Set<String> lanes = new LinkedHashSet<>();
  private boolean unnamed;

  /** Adds lanes that got tasks. Returns whether any of them is a webhook lane. */
  synchronized boolean add(Collection<String> more) {
    boolean any = false;
    for (String lane : more) {
      if (Lane.isHook(lane)) {
        // A lane that does not fit is found by the next scan of the queue.
        unnamed |= lanes.size() >= Limits.LANES_MAX_REMEMBERED && !lanes.contains(lane);
        if (lanes.size() < Limits.LANES_MAX_REMEMBERED) {
          lanes.add(lane);
        }
        any = true;
      }
    }
    return any;
  }

  /** Notes that lanes got tasks without naming them. */
  synchronized void addUnnamed() {
    unnamed = true;
  }

  /** Returns and resets whether unnamed lanes got tasks. */
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
