package dev.edgewise.server.expression;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.expression.Bindings.Need;
import dev.edgewise.server.expression.Bindings.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A task that reads.
 *
 * @param described the task whose metadata it has
 * @param reads the tasks whose results it may read, by their local ids
 * @param itemIndex its place in the spread it is an item of, negative for none
 */
record Reader(TaskKey task, TaskKey described, Map<String, TaskKey> reads, int itemIndex) {

  /** The values that these references stand for. */
  List<Need> needs(References references) {
    List<Need> needs = new ArrayList<>();
    for (String localId : references.tasks().keySet()) {
      TaskKey read = reads.get(localId);
      if (read != null) {
        needs.add(new Need(Part.RESULT, read));
      }
    }
    if (references.needsInputs()) {
      needs.add(Need.inputs(task.batchId()));
    }
    if (references.needsMetadata()) {
      needs.add(new Need(Part.METADATA, described));
    }
    if (references.needsItem() && itemIndex >= 0) {
      needs.add(new Need(Part.ITEM, task));
    }
    return needs;
  }

  /** What expressions with these references see. */
  Scope scope(References references, Function<Need, Object> values) {
    Scope scope = new Scope();
    for (String localId : references.tasks().keySet()) {
      TaskKey read = reads.get(localId);
      if (read == null) {
        throw new ExpressionException("there is no task " + localId + " that it could read");
      }
      scope.result(localId, values.apply(new Need(Part.RESULT, read)));
    }
    if (references.needsInputs()) {
      scope.inputs(values.apply(Need.inputs(task.batchId())));
    }
    if (references.needsMetadata()) {
      scope.metadata(values.apply(new Need(Part.METADATA, described)));
    }
    if (references.needsItem() && itemIndex >= 0) {
      scope.item(values.apply(new Need(Part.ITEM, task)), itemIndex);
    }
    return scope;
  }
}
