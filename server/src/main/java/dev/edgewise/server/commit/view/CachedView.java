package dev.edgewise.server.commit.view;

import dev.edgewise.core.decision.BatchPause;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.graph.TaskBrief;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Batches from the cache, for commands that report success and nothing unusual around them. Nothing
 * is locked: the statement that writes the decision checks the versions (I28).
 */
final class CachedView implements LoadedView {
  private final LoadedNodes nodes = new LoadedNodes();
  private final Map<UUID, Long> versions;
  private final Map<TaskKey, TaskBrief> briefs;
  private final Instant now;

  private CachedView(Map<UUID, Long> versions, Map<TaskKey, TaskBrief> briefs, Instant now) {
    this.versions = versions;
    this.briefs = briefs;
    this.now = now;
  }

  /**
   * The view of these commands; null unless the cache has all of it.
   *
   * @param near the tasks that the commands concern
   * @param now the time of the transaction
   */
  static @Nullable CachedView of(
      Caches caches, Collection<Command> commands, Set<TaskKey> near, Instant now) {
    Map<TaskKey, Shape> shapes = caches.definitions().known(near);
    if (caches.anyParked()
        || shapes == null
        || shapes.values().stream().anyMatch(CachedView::unusual)) {
      return null;
    }
    Map<TaskKey, Token> tokens = new HashMap<>();
    for (Command command : commands) {
      if (!(command instanceof Command.Succeed(var task, var token, _))) {
        return null;
      }
      if (token != null) {
        tokens.put(task, token);
      }
    }
    BatchCache.Recalled recalled = caches.batches().recall(shapes, tokens);
    if (recalled == null) {
      return null;
    }
    CachedView view = new CachedView(recalled.versions(), recalled.briefs(), now);
    recalled
        .standings()
        .forEach((task, standing) ->
            view.add(new Node(task, Objects.requireNonNull(shapes.get(task)), standing)));
    return view;
  }

  /** Whether more than a place in the queue may follow when such a task becomes ready. */
  private static boolean unusual(Shape shape) {
    return shape.decidedInline() || shape.startAfter() != null || shape.spreadOf() > 0;
  }

  @Override
  public LoadedNodes nodes() {
    return nodes;
  }

  @Override
  public boolean fromMemory() {
    return true;
  }

  @Override
  public Map<UUID, Long> versions() {
    return versions;
  }

  @Override
  public boolean cacheable(UUID batchId) {
    return true;
  }

  @Override
  public Map<TaskKey, TaskBrief> briefs() {
    return briefs;
  }

  @Override
  public boolean anyParked() {
    return false;
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public void require(Collection<TaskKey> keys) {
    if (!nodes.containsAll(keys)) {
      throw new NotCachedException();
    }
  }

  @Override
  public void requireBelow(Collection<Node> ended) {
    for (Node node : ended) {
      require(node.shape().childrenOf(node.key()));
    }
  }

  @Override
  public void requireLive(UUID batchId) {
    throw new NotCachedException();
  }

  @Override
  public boolean exists(UUID batchId) {
    throw new NotCachedException();
  }

  @Override
  public List<Node> endedWithoutSuccess(UUID batchId) {
    throw new NotCachedException();
  }

  @Override
  public @Nullable BatchPause pause(UUID batchId) {
    throw new NotCachedException();
  }

  @Override
  public boolean hasApplied(UUID batchId, String eventId) {
    throw new NotCachedException();
  }

  @Override
  public int allot(UUID batchId, int count) {
    throw new NotCachedException();
  }

  @Override
  public int numbersLeft(UUID batchId) {
    throw new NotCachedException();
  }

  @Override
  public int count(UUID batchId) {
    throw new NotCachedException();
  }
}
