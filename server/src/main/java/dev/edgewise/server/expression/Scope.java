package dev.edgewise.server.expression;

import dev.cel.common.values.NullValue;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables of the expressions of one task. */
public final class Scope {
  private final Map<String, Object> variables = new HashMap<>();
  private final Map<String, Object> results = new HashMap<>();

  public Scope() {
    for (String name : Names.VARIABLES) {
      variables.put(name, NullValue.NULL_VALUE);
    }
  }

  /** Sets the result of a task. */
  public Scope result(String localId, Object value) {
    results.put(localId, value);
    return this;
  }

  /** Sets the inputs of the batch. */
  public Scope inputs(Object value) {
    variables.put(Names.INPUTS, value);
    return this;
  }

  /** Sets the metadata of the task. */
  public Scope metadata(Object value) {
    variables.put(Names.METADATA, value);
    return this;
  }

  /** Sets the value and the index of a spread item. */
  public Scope item(@Nullable Object value, long index) {
    variables.put(Names.ITEM, value == null ? NullValue.NULL_VALUE : value);
    variables.put(Names.INDEX, index);
    return this;
  }

  /** Sets the placeholders of secrets, by name. */
  Scope secrets(Map<String, Object> placeholders) {
    variables.put(Names.SECRETS, placeholders);
    return this;
  }

  /** Returns the result of a task; a missing one is null in CEL. */
  Object result(String localId) {
    return results.getOrDefault(localId, NullValue.NULL_VALUE);
  }

  /** Returns all variables, with these members of {@code tasks}. */
  Map<String, Object> variables(Map<String, Object> tasks) {
    Map<String, Object> all = new HashMap<>(variables);
    all.put(Names.TASKS, tasks);
    return all;
  }
}
