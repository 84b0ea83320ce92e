package dev.edgewise.core.readiness;

import dev.edgewise.core.state.TaskKey;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The part of the graph that a transaction works on, loaded as it is needed. */
public interface Nodes {

  /** Makes sure that all of these are loaded, in one go. */
  void require(Collection<TaskKey> keys);

  /** A loaded node. */
  Node node(TaskKey key);

  /** The node if it is loaded, else null. */
  @Nullable Node find(TaskKey key);

  /** Everything that is loaded or was made. */
  Collection<Node> all();

  /** Numbers for new nodes of a batch: the first of {@code count}. */
  int allot(UUID batchId, int count);

  /** Takes a node that the transaction made. */
  void add(Node created);
}
