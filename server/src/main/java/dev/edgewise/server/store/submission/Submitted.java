package dev.edgewise.server.store.submission;

import dev.edgewise.server.store.read.TaskDetail;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What became of a submission. */
public sealed interface Submitted {

  /**
   * The batch exists now.
   *
   * @param tasks its tasks in the order of their numbers; null when some of them were decided at
   *     once, so that only the database knows how they stand
   * @param deduplicated the existing tasks by the local ids of those that were not created
   */
  record Created(UUID batchId, @Nullable List<TaskDetail> tasks, Map<String, UUID> deduplicated)
      implements Submitted {}

  /**
   * The same key created this batch before.
   *
   * @param tasks its tasks as they were then, in the order of their numbers; null when only the
   *     database knows which were created or how they stood
   * @param deduplicated the existing tasks by the local ids of those that were not created
   */
  record Replayed(UUID batchId, @Nullable List<TaskDetail> tasks, Map<String, UUID> deduplicated)
      implements Submitted {}

  /**
   * There was nothing to create.
   *
   * @param deduplicated the existing tasks by the local ids of those that were submitted
   */
  record Nothing(Map<String, UUID> deduplicated) implements Submitted {}

  /** Dependencies name tasks that do not exist. */
  record UnknownParents(Set<UUID> taskIds) implements Submitted {
    public UnknownParents {
      taskIds = Set.copyOf(taskIds);
    }
  }

  /**
   * A quota of the workspace is used up.
   *
   * @param why for the client
   */
  record TooMany(String why, int retryAfterSecs) implements Submitted {}

  /**
   * The call that the batch is for is over or paused, or waits until fewer items of its spread run.
   */
  record CallWaits() implements Submitted {}

  /** The key was used with another body. */
  record KeyMismatch() implements Submitted {}

  /** Another request with the key is under way. */
  record KeyInUse() implements Submitted {}
}
