package dev.edgewise.server.commit;

import dev.edgewise.core.readiness.Shape;
import dev.edgewise.server.store.graph.TaskBrief;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** Keeps in mind what new batches are. */
@FunctionalInterface
public interface NewBatches {
  /**
   * Tells what the tasks of a new batch are, in the order of their numbers.
   *
   * @param briefs what executors have to know of tasks that anybody may take once they are ready
   * @param untouched whether all of them stand as they were submitted
   */
  void learn(UUID batchId, List<Shape> shapes, Supplier<List<TaskBrief>> briefs, boolean untouched);
}
