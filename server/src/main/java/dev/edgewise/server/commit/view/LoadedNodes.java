package dev.edgewise.server.commit.view;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.TaskKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The nodes that a view has loaded or a decision has made. */
final class LoadedNodes {
  private final Map<TaskKey, Node> nodes = new LinkedHashMap<>();

  Node node(TaskKey key) {
    Node node = nodes.get(key);
    if (node == null) {
      throw new IllegalStateException("task " + key + " is named by an edge but does not exist");
    }
    return node;
  }

  @Nullable Node find(TaskKey key) {
    return nodes.get(key);
  }

  Collection<Node> all() {
    return nodes.values();
  }

  void add(Node node) {
    nodes.putIfAbsent(node.key(), node);
  }

  boolean containsAll(Collection<TaskKey> keys) {
    return nodes.keySet().containsAll(keys);
  }

  Set<TaskKey> missing(Collection<TaskKey> keys) {
    Set<TaskKey> missing = new LinkedHashSet<>(keys);
    missing.removeAll(nodes.keySet());
    return missing;
  }
}
