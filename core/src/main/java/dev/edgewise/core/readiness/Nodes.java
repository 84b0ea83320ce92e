package dev.edgewise.core.readiness;

import dev.edgewise.core.state.TaskKey;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The part of the graph that a transaction uses, loaded on demand. */
public interface Nodes {

  /** Loads all of these nodes at once, if they are not loaded. */
  void require(Collection<TaskKey> keys);

  /**
   * Loads the children of ended tasks at once, together with the nodes that those ends can reach.
   */
  void requireBelow(Collection<Node> ended);

  /** Loads all nodes of a batch that have not ended. */
  void requireLive(UUID batchId);

  /** Returns a loaded node. */
  Node node(TaskKey key);

  /** Returns the node; null if it is not loaded. */
  @Nullable Node find(TaskKey key);

  /** Returns all nodes that were loaded or created. */
  Collection<Node> all();

  /** Reserves {@code count} numbers for new nodes of a batch and returns the first. */
  int allot(UUID batchId, int count);

  /** Returns how many numbers are left for new nodes of a batch. */
  int numbersLeft(UUID batchId);

  /** Returns the number of tasks of a batch. */
  int count(UUID batchId);

  /** Adds a node that the transaction created. */
  void add(Node created);
}
