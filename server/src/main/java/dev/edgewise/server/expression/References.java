package dev.edgewise.server.expression;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The tasks and variables that an expression refers to.
 *
 * @param tasks local IDs and the position where each is first named, such as {@code column 7}
 * @param variables the other variables
 * @param inputs names of inputs of the batch and the position where each is first named
 * @param secrets names of secrets and the position where each is first named
 */
public record References(
    Map<String, String> tasks,
    Set<String> variables,
    Map<String, String> inputs,
    Map<String, String> secrets) {

  /** No references. */
  public static final References NONE = new References(Map.of(), Set.of(), Map.of(), Map.of());

  public References {
    tasks = Map.copyOf(tasks);
    variables = Set.copyOf(variables);
    inputs = Map.copyOf(inputs);
    secrets = Map.copyOf(secrets);
  }

  /** Whether there are no references. */
  public boolean isEmpty() {
    return tasks.isEmpty() && variables.isEmpty() && secrets.isEmpty();
  }

  /** Whether the expression can only be evaluated for an item of a spread. */
  public boolean needsItem() {
    return variables.contains(Names.ITEM) || variables.contains(Names.INDEX);
  }

  boolean needsInputs() {
    return variables.contains(Names.INPUTS);
  }

  boolean needsMetadata() {
    return variables.contains(Names.METADATA);
  }

  /** Collects the references of several parts. */
  static final class Union {
    private final Map<String, String> tasks = new LinkedHashMap<>();
    private final Set<String> variables = new LinkedHashSet<>();
    private final Map<String, String> inputs = new LinkedHashMap<>();
    private final Map<String, String> secrets = new LinkedHashMap<>();

    void add(String part, References references) {
      add(part, references.tasks(), tasks);
      variables.addAll(references.variables());
      add(part, references.inputs(), inputs);
      add(part, references.secrets(), secrets);
    }

    private static void add(String part, Map<String, String> places, Map<String, String> all) {
      places.forEach((name, place) -> all.putIfAbsent(name, part + ": " + place));
    }

    References toReferences() {
      return new References(tasks, variables, inputs, secrets);
    }
  }
}
