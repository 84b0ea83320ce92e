package dev.edgewise.server.commit.view;

import dev.edgewise.core.decision.ExpectedEnd;
import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Lane;
import java.util.EnumSet;
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
  private static final Set<ExpectedEnd> NEAR = EnumSet.of(ExpectedEnd.NONE, ExpectedEnd.SUCCESS);

  private final Map<TaskKey, ExpectedEnd> ends = new LinkedHashMap<>();

  /** Adds a task with the end that is expected of it. */
  void add(TaskKey task, ExpectedEnd end) {
    ends.putIfAbsent(task, end);
  }

  /**
   * The tasks and the children that their outcomes concern; null when something may follow beyond
   * these, or when nothing is known of them yet.
   */
  @Nullable Set<TaskKey> near(Handle handle, DefinitionCache definitions) {
    if (ends.values().stream().anyMatch(end -> !NEAR.contains(end))) {
      return null;
    }
    Map<TaskKey, Shape> shapes = definitions.known(ends.keySet());
    if (shapes == null) {
      return null;
    }
    Set<TaskKey> children = new LinkedHashSet<>();
    for (Map.Entry<TaskKey, ExpectedEnd> end : ends.entrySet()) {
      Shape shape = shapes.get(end.getKey());
      if (shape == null || end.getValue() == ExpectedEnd.NONE) {
        continue;
      }
      for (int i = 0; i < shape.children().length; i++) {
        if (!shape.conditions()[i].satisfiedBy(Resolution.SUCCESS)) {
          return null;
        }
        children.add(new TaskKey(end.getKey().batchId(), shape.children()[i]));
      }
    }
    for (Shape child : definitions.of(handle, children).values()) {
      if (child.lane().equals(Lane.NONE)) {
        return null;
      }
    }
    children.addAll(ends.keySet());
    return children;
  }

  /** Everything that the outcomes can reach. */
  Set<TaskKey> ask(Handle handle) {
    var columns = new Columns();
    var named = columns.keys();
    var words = columns.texts("outcomes");
    ends.forEach((task, end) -> {
      named.add(task);
      words.add(word(end));
    });
    return new LinkedHashSet<>(
        columns
            .bindTo(handle.createQuery(Sql.named("task/reach")))
            .map((row, _) -> new TaskKey(row.getObject(1, UUID.class), row.getInt(2)))
            .list());
  }

  /** The word for an end in {@code task/reach}. */
  private static String word(ExpectedEnd end) {
    return switch (end) {
      case SUCCESS, FAILED, SKIPPED, CANCELLED -> end.name();
      case UNKNOWN -> "maybe";
      case NONE -> "none";
    };
  }
}
