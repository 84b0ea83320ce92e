package dev.edgewise.server.store.graph;

import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.readiness.Shape.ForeignEdge;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.ConditionLetters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** The edges between batches around some tasks; most tasks have none and cost nothing here. */
public record ForeignEdges(
    Map<TaskKey, List<ForeignEdge>> children, Map<TaskKey, List<ForeignEdge>> parents) {

  private record Edge(TaskKey parent, TaskKey child, Condition condition, boolean resolved) {}

  public static ForeignEdges of(Handle handle, Collection<TaskKey> tasks) {
    var columns = new Columns();
    var named = columns.keys();
    tasks.forEach(named::add);
    ForeignEdges found = new ForeignEdges(new HashMap<>(), new HashMap<>());
    if (!tasks.isEmpty()) {
      Set<Edge> edges = new LinkedHashSet<>();
      columns
          .bindTo(handle.createQuery(Sql.named("foreign_edge/of_tasks")))
          .map((row, _) ->
              new Edge(
                  new TaskKey(row.getObject("parent_batch", UUID.class), row.getInt("parent")),
                  new TaskKey(row.getObject("child_batch", UUID.class), row.getInt("child")),
                  ConditionLetters.condition(row.getString("condition").charAt(0)),
                  row.getBoolean("resolved")))
          .forEach(edges::add);
      edges.forEach(found::add);
    }
    return found;
  }

  private void add(Edge edge) {
    children
        .computeIfAbsent(edge.parent(), _ -> new ArrayList<>())
        .add(new ForeignEdge(edge.child(), edge.condition(), edge.resolved()));
    parents
        .computeIfAbsent(edge.child(), _ -> new ArrayList<>())
        .add(new ForeignEdge(edge.parent(), edge.condition(), edge.resolved()));
  }

  /** The shape of a task with its edges between batches. */
  public Shape around(TaskKey task, Shape shape) {
    List<ForeignEdge> toChildren = children.getOrDefault(task, List.of());
    List<ForeignEdge> fromParents = parents.getOrDefault(task, List.of());
    return toChildren.isEmpty() && fromParents.isEmpty()
        ? shape
        : shape.tied(toChildren, fromParents);
  }
}
