package dev.edgewise.api;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The outcomes of the parent that satisfy an edge. In JSON it is {@code always}, {@code on_success}
 * or {@code on_failure}, or the list of the outcomes.
 *
 * @param outcomes one or more of Success, Failure, Canceled and Skipped
 */
public record EdgeCondition(Set<TaskStatus> outcomes) implements Alternative {
  private static final Set<TaskStatus> TERMINAL =
      EnumSet.range(TaskStatus.SUCCESS, TaskStatus.SKIPPED);

  /** Any terminal outcome. */
  public static final EdgeCondition ALWAYS = new EdgeCondition(TERMINAL);

  /** Success only. */
  public static final EdgeCondition ON_SUCCESS = of(TaskStatus.SUCCESS);

  /** Failure or cancellation only. */
  public static final EdgeCondition ON_FAILURE = of(TaskStatus.FAILURE, TaskStatus.CANCELED);

  private static final Map<String, EdgeCondition> NAMED =
      Map.of("always", ALWAYS, "on_success", ON_SUCCESS, "on_failure", ON_FAILURE);

  public EdgeCondition {
    if (outcomes.isEmpty() || !TERMINAL.containsAll(outcomes)) {
      throw new IllegalArgumentException("No task can end in one of " + outcomes);
    }
    outcomes = Set.copyOf(outcomes);
  }

  /** Returns the condition that any of these outcomes satisfies. */
  public static EdgeCondition of(TaskStatus... outcomes) {
    return new EdgeCondition(Set.of(outcomes));
  }

  /**
   * Returns the condition with a name.
   *
   * @throws IllegalArgumentException if no condition has that name
   */
  public static EdgeCondition named(String name) {
    EdgeCondition condition = NAMED.get(name);
    if (condition == null) {
      throw new IllegalArgumentException(name + " is not a condition");
    }
    return condition;
  }

  @Override
  public Object form() {
    for (Map.Entry<String, EdgeCondition> each : NAMED.entrySet()) {
      if (each.getValue().equals(this)) {
        return each.getKey();
      }
    }
    List<TaskStatus> sorted = outcomes.stream().sorted().toList();
    return sorted;
  }
}
