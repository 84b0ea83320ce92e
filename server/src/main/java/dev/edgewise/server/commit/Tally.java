package dev.edgewise.server.commit;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.config.Limits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
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
 * @param failures those that failed for good
 */
public record Tally(
    Map<TaskState, Integer> ended,
    Map<Integer, Integer> retries,
    int exhausted,
    int skipped,
    int overdue,
    Failures failures) {

  static final Tally NOTHING = new Tally(Map.of(), Map.of(), 0, 0, 0, Failures.NONE);

  /** A task that failed for good. */
  public record Failure(TaskKey task, String kind, String reason) {}

  /**
   * The tasks that failed for good.
   *
   * @param some no more of them than are logged at once
   */
  public record Failures(int count, List<Failure> some) {
    static final Failures NONE = new Failures(0, List.of());

    public Failures {
      some = List.copyOf(some);
    }
  }

  /** Of tasks that were canceled together. */
  static Tally canceled(int count) {
    return new Tally(Map.of(TaskState.CANCELED, count), Map.of(), 0, 0, 0, Failures.NONE);
  }

  static Tally of(Collection<Node> nodes) {
    Map<TaskState, Integer> ended = new EnumMap<>(TaskState.class);
    Map<Integer, Integer> retries = new TreeMap<>();
    int exhausted = 0;
    int skipped = 0;
    int failed = 0;
    List<Failure> failures = new ArrayList<>();
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
      if (node.state() == TaskState.FAILURE && failed++ < Limits.FAILURES_LOGGED_BURST) {
        String reason = now.failureReason();
        failures.add(new Failure(node.key(), node.shape().kind(), reason == null ? "" : reason));
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
    return new Tally(
        ended,
        retries,
        exhausted,
        skipped,
        overdue + overdueBatches.size(),
        new Failures(failed, failures));
  }
}
