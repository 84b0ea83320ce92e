package dev.edgewise.server.store.submission;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** What became of a submission. */
public sealed interface Submitted {

  /**
   * The batch exists now.
   *
   * @param positions the positions in the request of the tasks that were created, in order; the
   *     task at index i has number i + 1
   * @param decided whether some tasks were decided at once, so that their state is no longer the
   *     initial one
   */
  record Created(UUID batchId, Instant createdAt, List<Integer> positions, boolean decided)
      implements Submitted {
    public Created {
      positions = List.copyOf(positions);
    }
  }

  /** The same key created this batch before. */
  record Replayed(UUID batchId) implements Submitted {}

  /** There was nothing to create. */
  record Nothing() implements Submitted {}

  /** Dependencies name tasks that do not exist. */
  record UnknownParents(Set<UUID> taskIds) implements Submitted {
    public UnknownParents {
      taskIds = Set.copyOf(taskIds);
    }
  }

  /** The key was used with another body. */
  record KeyMismatch() implements Submitted {}

  /** Another request with the key is under way. */
  record KeyInUse() implements Submitted {}
}
