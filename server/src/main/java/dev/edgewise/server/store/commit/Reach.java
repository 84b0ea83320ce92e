package dev.edgewise.server.store.commit;

import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.Sql;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * How far the outcomes of some tasks can reach. Mostly no further than the children, which their
 * definitions tell; how far skips and inline nodes carry depends on states, so that the database is
 * asked.
 */
final class Reach {
  private static final Set<String> NEAR = Set.of("none", "SUCCESS");

  private final Map<TaskKey, String> outcomes = new LinkedHashMap<>();

  /** Adds a task with the outcome that is expected of it, in the words of {@code task/reach}. */
  void add(TaskKey task, String outcome) {
    outcomes.putIfAbsent(task, outcome);
  }

  /**
   * The tasks and the children that their outcomes concern; null when something may follow beyond
   * these, or when nothing is known of them yet.
   */
  @Nullable Set<TaskKey> near(Handle handle, Definitions definitions) {
    if (outcomes.values().stream().anyMatch(outcome -> !NEAR.contains(outcome))) {
      return null;
    }
    Map<TaskKey, Shape> shapes = definitions.known(outcomes.keySet());
    if (shapes == null) {
      return null;
    }
    Set<TaskKey> children = new LinkedHashSet<>();
    for (Map.Entry<TaskKey, String> outcome : outcomes.entrySet()) {
      Shape shape = shapes.get(outcome.getKey());
      if (shape == null || outcome.getValue().equals("none")) {
        continue;
      }
      for (int i = 0; i < shape.children().length; i++) {
        if (shape.conditions()[i] == Condition.ON_FAILURE) {
          return null;
        }
        children.add(new TaskKey(outcome.getKey().batchId(), shape.children()[i]));
      }
    }
    for (Shape child : definitions.of(handle, children).values()) {
      if (child.lane().equals(Lane.NONE)) {
        return null;
      }
    }
    children.addAll(outcomes.keySet());
    return children;
  }

  /** Everything that the outcomes can reach. */
  Set<TaskKey> ask(Handle handle) {
    var columns = new Columns();
    var named = columns.keys();
    var words = columns.texts("outcomes");
    outcomes.forEach((task, outcome) -> {
      named.add(task);
      words.add(outcome);
    });
    return new LinkedHashSet<>(
        columns
            .bindTo(handle.createQuery(Sql.named("task/reach")))
            .map((row, _) -> new TaskKey(row.getObject(1, UUID.class), row.getInt(2)))
            .list());
  }
}
