package dev.edgewise.server.commit;

import dev.edgewise.core.readiness.Shape;
import dev.edgewise.server.store.graph.TaskBrief;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** Learns of batches that were just submitted, so that their tasks need not be read again. */
@FunctionalInterface
public interface NewBatches {
  /**
   * Learns what the tasks of a new batch are.
   *
   * @param shapes in the order of the tasks' numbers
   * @param briefs what workers have to know of the tasks that no rule holds back
   * @param untouched whether every task stands as it was submitted
   */
  void learn(UUID batchId, List<Shape> shapes, Supplier<List<TaskBrief>> briefs, boolean untouched);
}
