package dev.edgewise.core.decision;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Nodes;
import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.readiness.Shape.ForeignEdge;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Finds descendants of tasks, level by level. */
final class Descent {

  private Descent() {}

  /**
   * Returns the task and its live descendants, in any batch, along edges that success satisfies and
   * cancellation does not. A task that does not need all of its edges is left out: it may go on
   * without this one.
   */
  static List<Node> alongSuccess(Nodes nodes, Node top) {
    return walk(
        nodes,
        List.of(top),
        condition ->
            condition.satisfiedBy(Resolution.SUCCESS)
                && !condition.satisfiedBy(Resolution.CANCELLED),
        node -> !node.state().terminal() && node.shape().join().all());
  }

  /** Returns the task and all of its descendants in its batch. */
  static List<Node> everything(Nodes nodes, Node top) {
    return inside(top, walk(nodes, List.of(top), _ -> true, _ -> true));
  }

  /** Returns the tasks of one batch and their live descendants in it. */
  static List<Node> live(Nodes nodes, List<Node> tops) {
    List<Node> found = walk(nodes, tops, _ -> true, node -> !node.state().terminal());
    return inside(tops.getFirst(), found);
  }

  private static List<Node> inside(Node top, List<Node> found) {
    var batch = top.key().batchId();
    return found.stream().filter(node -> node.key().batchId().equals(batch)).toList();
  }

  private static List<Node> walk(
      Nodes nodes, List<Node> tops, Predicate<Condition> edges, Predicate<Node> wanted) {
    Map<TaskKey, Node> found = new LinkedHashMap<>();
    tops.forEach(top -> found.put(top.key(), top));
    List<Node> level = tops;
    while (!level.isEmpty()) {
      List<TaskKey> below = new ArrayList<>();
      for (Node node : level) {
        Shape shape = node.shape();
        for (int i = 0; i < shape.children().length; i++) {
          if (edges.test(shape.conditions()[i])) {
            below.add(new TaskKey(node.key().batchId(), shape.children()[i]));
          }
        }
        for (ForeignEdge edge : shape.foreignChildren()) {
          if (edges.test(edge.condition())) {
            below.add(edge.other());
          }
        }
      }
      nodes.require(below);
      level = new ArrayList<>();
      for (TaskKey key : below) {
        Node node = nodes.node(key);
        if (wanted.test(node) && found.putIfAbsent(key, node) == null) {
          level.add(node);
        }
      }
    }
    return List.copyOf(found.values());
  }
}
