package dev.edgewise.server.commit.view;

import dev.edgewise.core.decision.BatchView;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.graph.TaskBrief;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A batch view together with what the transaction needs to write a decision made from it. */
public sealed interface LoadedView extends BatchView permits LockedView, CachedView {

  /** The nodes that were loaded or created. */
  LoadedNodes nodes();

  @Override
  default Node node(TaskKey key) {
    return nodes().node(key);
  }

  @Override
  default @Nullable Node find(TaskKey key) {
    return nodes().find(key);
  }

  @Override
  default Collection<Node> all() {
    return nodes().all();
  }

  @Override
  default void add(Node created) {
    nodes().add(created);
  }

  /** Whether it came from memory: nothing is locked, and the decision has to be confirmed. */
  boolean fromMemory();

  /** The version of each batch. */
  Map<UUID, Long> versions();

  /** Whether the cache may keep how the decision leaves the tasks of a batch. */
  boolean cacheable(UUID batchId);

  /** What executors have to know of tasks that may become ready, as far as it was read. */
  Map<TaskKey, TaskBrief> briefs();

  /** Whether any task was parked when the last node was loaded. */
  boolean anyParked();
}
