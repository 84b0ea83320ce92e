package dev.edgewise.server.expression;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.expression.Bindings.Need;
import dev.edgewise.server.expression.Bindings.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A task whose expressions read values.
 *
 * @param described the task that has its metadata: itself, or the spread of a new item
 * @param reads the tasks whose results it may read, by local ID
 * @param itemIndex its index in its spread; negative if it is not an item
 */
record ReadingTask(TaskKey task, TaskKey described, Map<String, TaskKey> reads, int itemIndex) {

  /** Returns the values to read for these references. */
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

  /** Returns the scope for expressions with these references. */
  Scope scope(References references, Function<Need, Object> values) {
    return scope(references, values, Map.of());
  }

  /**
   * Returns the scope for expressions with these references.
   *
   * @param given values that stand in the place of results, by name
   */
  Scope scope(References references, Function<Need, Object> values, Map<String, Object> given) {
    Scope scope = new Scope();
    for (String localId : references.tasks().keySet()) {
      TaskKey read = reads.get(localId);
      Object value = given.get(localId);
      if (value != null) {
        scope.result(localId, value);
        continue;
      }
      if (read == null) {
        throw new ExpressionException("there is no task " + localId + " that it can read");
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
