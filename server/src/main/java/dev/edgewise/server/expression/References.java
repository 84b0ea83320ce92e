package dev.edgewise.server.expression;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What an expression refers to.
 *
 * @param tasks local ids and where each is first named, such as {@code column 7}
 * @param variables the variables that are used besides tasks
 */
public record References(Map<String, String> tasks, Set<String> variables) {

  /** Nothing at all. */
  public static final References NONE = new References(Map.of(), Set.of());

  public References {
    tasks = Map.copyOf(tasks);
    variables = Set.copyOf(variables);
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return tasks.isEmpty() && variables.isEmpty();
  }

  /** Whether it can only be evaluated for an item of a spread. */
  public boolean needsItem() {
    return variables.contains(Names.ITEM) || variables.contains(Names.INDEX);
  }

  boolean needsInputs() {
    return variables.contains(Names.INPUTS);
  }

  boolean needsMetadata() {
    return variables.contains(Names.METADATA);
  }

  /** References of several parts put together. */
  static final class Union {
    private final Map<String, String> tasks = new LinkedHashMap<>();
    private final Set<String> variables = new LinkedHashSet<>();

    void add(String part, References references) {
      references.tasks().forEach((task, place) -> tasks.putIfAbsent(task, part + ": " + place));
      variables.addAll(references.variables());
    }

    References toReferences() {
      return new References(tasks, variables);
    }
  }
}
