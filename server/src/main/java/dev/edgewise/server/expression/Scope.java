package dev.edgewise.server.expression;

import dev.cel.common.values.NullValue;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values that the expressions of one task can see. */
public final class Scope {
  private final Map<String, Object> variables = new HashMap<>();
  private final Map<String, Object> results = new HashMap<>();

  public Scope() {
    for (String name : Names.VARIABLES) {
      variables.put(name, NullValue.NULL_VALUE);
    }
    variables.put(Names.TASKS, results);
  }

  /** Sets the result of a task. */
  public Scope result(String localId, Object value) {
    results.put(localId, value);
    return this;
  }

  /** Sets what the batch was given. */
  public Scope inputs(Object value) {
    variables.put(Names.INPUTS, value);
    return this;
  }

  /** Sets the metadata of the task. */
  public Scope metadata(Object value) {
    variables.put(Names.METADATA, value);
    return this;
  }

  /** Sets the value of an item of a spread and its place. */
  public Scope item(@Nullable Object value, long index) {
    variables.put(Names.ITEM, value == null ? NullValue.NULL_VALUE : value);
    variables.put(Names.INDEX, index);
    return this;
  }

  Map<String, Object> variables() {
    return variables;
  }
}
