package dev.edgewise.core.readiness;

import dev.edgewise.core.state.TaskKey;
import java.util.Collection;
import java.util.UUID;

/** The part of the graph that a transaction works on, loaded as it is needed. */
public interface Nodes {

  /** Makes sure that all of these are loaded, in one go. */
  void require(Collection<TaskKey> keys);

  /** A loaded node. */
  Node node(TaskKey key);

  /** Numbers for new nodes of a batch: the first of {@code count}. */
  int allot(UUID batchId, int count);

  /** Takes a node that the transaction made. */
  void add(Node created);
}
