package dev.edgewise.server.commit;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskState;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What a committed group adds to the measurements of tasks.
 *
 * @param ended how many have come to an end, by state
 * @param retries how many tasks will be tried again, by the attempt that follows
 * @param exhausted how many failed for good with no retry left
 * @param skipped how many will never run
 * @param overdue how many deadlines of tasks and of batches were missed
 */
public record Tally(
    Map<TaskState, Integer> ended,
    Map<Integer, Integer> retries,
    int exhausted,
    int skipped,
    int overdue) {

  static final Tally NOTHING = new Tally(Map.of(), Map.of(), 0, 0, 0);

  /** Of tasks that were canceled together. */
  static Tally canceled(int count) {
    return new Tally(Map.of(TaskState.CANCELED, count), Map.of(), 0, 0, 0);
  }

  static Tally of(Collection<Node> nodes) {
    Map<TaskState, Integer> ended = new EnumMap<>(TaskState.class);
    Map<Integer, Integer> retries = new TreeMap<>();
    int exhausted = 0;
    int skipped = 0;
    int overdue = 0;
    Set<UUID> overdueBatches = new HashSet<>();
    for (Node node : nodes) {
      var before = node.loaded();
      var now = node.standing();
      if (now.retries() > before.retries()) {
        retries.merge(now.attempt(), 1, Integer::sum);
      }
      if (node.state() == before.state()) {
        continue;
      }
      if (node.state().terminal()) {
        ended.merge(node.state(), 1, Integer::sum);
      }
      if (node.state() == TaskState.FAILURE && Reason.DEADLINE.text().equals(now.failureReason())) {
        overdue++;
      } else if (node.state() == TaskState.CANCELED
          && Reason.BATCH_DEADLINE.text().equals(now.failureReason())) {
        overdueBatches.add(node.key().batchId());
      }
      var policy = node.shape().retry();
      if (node.state() == TaskState.SKIPPED) {
        skipped++;
      } else if (node.state() == TaskState.FAILURE
          && policy != null
          && now.retries() >= policy.maxRetries()) {
        exhausted++;
      }
    }
    return new Tally(ended, retries, exhausted, skipped, overdue + overdueBatches.size());
  }
}
