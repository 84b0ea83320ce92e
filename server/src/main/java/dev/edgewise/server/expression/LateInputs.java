package dev.edgewise.server.expression;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.store.claim.Leases;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The claimed tasks whose inputs are being evaluated because they take long. */
public final class LateInputs {
  private final Set<Leases.Held> claims = new HashSet<>();
  private final Map<String, Integer> byLane = new HashMap<>();

  synchronized void add(Collection<Claimed> tasks) {
    for (Claimed task : tasks) {
      claims.add(claim(task));
      byLane.merge(task.lane(), 1, Integer::sum);
    }
  }

  /** Removes a task; false if it is not here any more. */
  synchronized boolean remove(Claimed task) {
    boolean here = claims.remove(claim(task));
    if (here) {
      byLane.computeIfPresent(task.lane(), (_, count) -> count == 1 ? null : count - 1);
    }
    return here;
  }

  synchronized List<Leases.Held> claims() {
    return List.copyOf(claims);
  }

  synchronized List<Leases.Held> removeAll() {
    List<Leases.Held> all = List.copyOf(claims);
    claims.clear();
    byLane.clear();
    return all;
  }

  /** Leaves out the lanes of which enough tasks are here already. */
  public synchronized ClaimRequest bounded(ClaimRequest request) {
    if (byLane.isEmpty()) {
      return request;
    }
    Map<String, Integer> rooms = new HashMap<>(request.rooms());
    rooms
        .keySet()
        .removeIf(lane -> byLane.getOrDefault(lane, 0) >= Limits.INPUTS_LATE_PER_LANE_MAX);
    return new ClaimRequest(
        request.holder(), request.worker(), rooms, request.max(), request.leaseSecs());
  }

  static Leases.Held claim(Claimed task) {
    return new Leases.Held(task.task(), task.token());
  }
}
