package dev.edgewise.server.store.claim;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who wants to take tasks, and from where.
 *
 * @param holder the worker or server, as explain names it
 * @param worker whether the taker executes the tasks itself, so that they run from the claim on
 * @param rooms lanes and how many tasks may come from each
 * @param max how many in all
 * @param leaseSecs how long the claim holds without a sign of life; null means each task's own
 *     timeout
 */
public record ClaimRequest(
    String holder,
    boolean worker,
    Map<String, Integer> rooms,
    int max,
    @Nullable Integer leaseSecs) {
  public ClaimRequest {
    rooms = Map.copyOf(rooms);
  }

  /** Whether it asks for anything. */
  boolean hasRoom() {
    return !rooms.isEmpty() && max > 0;
  }
}
