package dev.edgewise.core.readiness;

import dev.edgewise.core.state.TaskKey;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The part of the graph that a transaction works on, loaded as it is needed. */
public interface Nodes {

  /** Makes sure that all of these are loaded, in one go. */
  void require(Collection<TaskKey> keys);

  /**
   * Makes sure that the children of tasks that ended are loaded, in one go with what the ends can
   * reach beyond them.
   */
  void requireBelow(Collection<Node> ended);

  /** A loaded node. */
  Node node(TaskKey key);

  /** The node, or null when it is not loaded. */
  @Nullable Node find(TaskKey key);

  /** Everything that is loaded or was made. */
  Collection<Node> all();

  /** Numbers for new nodes of a batch: the first of {@code count}. */
  int allot(UUID batchId, int count);

  /** How many tasks a batch has. */
  int count(UUID batchId);

  /** Takes a node that the transaction made. */
  void add(Node created);
}
