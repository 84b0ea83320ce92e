package dev.edgewise.core.decision;

import static java.util.Comparator.comparing;

import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.TaskState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Pauses whole batches and resumes them. A task that was paused before its batch stays paused when
 * the batch is resumed.
 */
final class BatchPauses {
  private final BatchView view;
  private final Journal journal;
  private final Transitions transitions;

  /** The pauses that were looked up or have changed in this transaction. */
  private final Map<UUID, @Nullable BatchPause> known = new HashMap<>();

  BatchPauses(BatchView view, Journal journal, Transitions transitions) {
    this.view = view;
    this.journal = journal;
    this.transitions = transitions;
  }

  /** Returns the pause of a batch; null unless it is paused. */
  @Nullable BatchPause of(UUID batchId) {
    if (!known.containsKey(batchId)) {
      known.put(batchId, view.pause(batchId));
    }
    return known.get(batchId);
  }

  /** Pauses every task that has not ended. */
  Answer pause(UUID batchId) {
    if (!view.exists(batchId)) {
      return new Answer.Unknown();
    }
    List<Node> live = live(batchId);
    if (live.isEmpty()) {
      return new Answer.Refused(TaskState.SUCCESS, 0, "the batch is over");
    }
    if (of(batchId) != null) {
      return new Answer.Repeated(TaskState.PAUSED, 0);
    }
    Set<Integer> alone = new HashSet<>();
    for (Node node : live) {
      if (node.state() == TaskState.PAUSED) {
        alone.add(node.key().no());
      } else {
        transitions.hold(node);
      }
    }
    record(batchId, new BatchPause(alone));
    return new Answer.Applied(TaskState.PAUSED, 0);
  }

  /** Resumes the tasks that were paused with the batch. */
  Answer resume(UUID batchId) {
    if (!view.exists(batchId)) {
      return new Answer.Unknown();
    }
    BatchPause pause = of(batchId);
    if (pause == null) {
      return new Answer.Refused(TaskState.RUNNING, 0, "the batch is not paused");
    }
    record(batchId, null);
    for (Node node : live(batchId)) {
      // One that was released before it may have ended the batch.
      if (node.state() == TaskState.PAUSED && !pause.alone().contains(node.key().no())) {
        transitions.release(node);
      }
    }
    return new Answer.Applied(TaskState.RUNNING, 0);
  }

  private void record(UUID batchId, @Nullable BatchPause pause) {
    known.put(batchId, pause);
    journal.pause(batchId, pause == null ? null : pause.alone());
  }

  private List<Node> live(UUID batchId) {
    view.requireLive(batchId);
    return view.all().stream()
        .filter(node -> node.key().batchId().equals(batchId))
        .filter(node -> !node.state().terminal() && !node.isDiscarded())
        .sorted(comparing(Node::key))
        .toList();
  }
}
