package dev.edgewise.server.store.apply;

import dev.edgewise.core.readiness.Journal.BatchOutput;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Columns;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How the counts of the changed batches move. */
final class CountColumns {
  /** In the order in which batches are locked. */
  private final Map<UUID, Movement> movements = new TreeMap<>();

  private static final class Movement {
    final Map<TaskState, Integer> ended = new EnumMap<>(TaskState.class);
    final Map<TaskState, Integer> collected = new EnumMap<>(TaskState.class);
    int total;
    int numbered;
    @Nullable BatchOutput output;

    void count(Node node, TaskState state, int more) {
      ended.merge(state, more, Integer::sum);
      if (node.shape().collected()) {
        collected.merge(state, more, Integer::sum);
      }
    }
  }

  /** Counts a task that changes, comes or goes. */
  void add(Node node) {
    Movement movement = movement(node.key().batchId());
    boolean gone = node.isDiscarded();
    if (node.isNew()) {
      movement.numbered++;
    } else if (node.loaded().state().terminal()) {
      movement.count(node, node.loaded().state(), -1);
    }
    if (!gone && node.state().terminal()) {
      movement.count(node, node.state(), 1);
    }
    movement.total += (gone ? 0 : 1) - (node.isNew() ? 0 : 1);
  }

  /** Takes note of what a batch returns. */
  void add(UUID batchId, BatchOutput output) {
    movement(batchId).output = output;
  }

  private Movement movement(UUID batchId) {
    return movements.computeIfAbsent(batchId, _ -> new Movement());
  }

  /** Whether a batch changes. */
  boolean contain(UUID batchId) {
    return movements.containsKey(batchId);
  }

  /** What batches return; no column when none returns anything. */
  Columns outputs() {
    Columns columns = new Columns();
    if (movements.values().stream().anyMatch(movement -> movement.output != null)) {
      var batches = columns.uuids("output_batches");
      var nos = columns.integers("output_nos");
      var results = columns.texts("output_results");
      var returned = columns.booleans("output_returned");
      movements.forEach((batchId, movement) -> {
        if (movement.output != null) {
          batches.add(batchId);
          nos.add(movement.output.no());
          results.add(movement.output.json());
          returned.add(movement.output.returned());
        }
      });
    }
    return columns;
  }

  /**
   * Fills the columns.
   *
   * @param known the versions of the batches before this change
   */
  void fill(Columns columns, Map<UUID, Long> known) {
    var batches = columns.uuids("count_batches");
    var versions = columns.longs("count_versions");
    var total = columns.integers("count_total");
    var numbered = columns.integers("count_numbered");
    var ended = columns.integers("count_ended");
    var success = columns.integers("count_success");
    var failure = columns.integers("count_failure");
    var canceled = columns.integers("count_canceled");
    var skipped = columns.integers("count_skipped");
    var collectedFailure = columns.integers("count_collected_failure");
    var collectedCanceled = columns.integers("count_collected_canceled");
    movements.forEach((batchId, movement) -> {
      batches.add(batchId);
      versions.add(known.get(batchId));
      total.add(movement.total);
      numbered.add(movement.numbered);
      ended.add(movement.ended.values().stream().mapToInt(Integer::intValue).sum());
      success.add(movement.ended.getOrDefault(TaskState.SUCCESS, 0));
      failure.add(movement.ended.getOrDefault(TaskState.FAILURE, 0));
      canceled.add(movement.ended.getOrDefault(TaskState.CANCELED, 0));
      skipped.add(movement.ended.getOrDefault(TaskState.SKIPPED, 0));
      collectedFailure.add(movement.collected.getOrDefault(TaskState.FAILURE, 0));
      collectedCanceled.add(movement.collected.getOrDefault(TaskState.CANCELED, 0));
    });
  }
}
