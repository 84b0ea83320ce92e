package dev.edgewise.server.commit.view;

import static java.util.Comparator.comparing;

import dev.edgewise.core.decision.BatchPause;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.decision.ExpectedEnd;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.graph.BatchLocks;
import dev.edgewise.server.store.graph.ForeignEdges;
import dev.edgewise.server.store.graph.SeenEvents;
import dev.edgewise.server.store.graph.StandingRow;
import dev.edgewise.server.store.graph.TaskBrief;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Batches that this transaction has locked, with tasks read as they are needed. */
final class LockedView implements LoadedView {
  private final Handle handle;
  private final Caches caches;
  private final BatchLocks locks;
  private final SeenEvents seen;
  private final Map<TaskKey, TaskBrief> briefs;
  private final Instant now;
  private final LoadedNodes nodes = new LoadedNodes();
  private boolean anyParked;

  /**
   * @param skew added to the database's clock
   */
  LockedView(
      Handle handle,
      Caches caches,
      BatchLocks locks,
      List<Command> commands,
      Map<TaskKey, TaskBrief> briefs,
      Duration skew) {
    this.handle = handle;
    this.caches = caches;
    this.locks = locks;
    // While the batches are locked no other transaction adds to their ledgers.
    this.seen = SeenEvents.of(handle, commands);
    this.briefs = briefs;
    this.now = locks.now().plus(skew);
    locks.versions().forEach(caches.batches()::found);
  }

  @Override
  public LoadedNodes nodes() {
    return nodes;
  }

  @Override
  public boolean fromMemory() {
    return false;
  }

  @Override
  public Map<UUID, Long> versions() {
    return locks.versions();
  }

  @Override
  public boolean cacheable(UUID batchId) {
    return !locks.tied(batchId);
  }

  @Override
  public Map<TaskKey, TaskBrief> briefs() {
    return briefs;
  }

  @Override
  public boolean anyParked() {
    return anyParked;
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public void require(Collection<TaskKey> keys) {
    load(nodes.missing(keys));
  }

  @Override
  public void requireBelow(Collection<Node> ended) {
    Reach reach = new Reach();
    List<TaskKey> children = new ArrayList<>();
    for (Node node : ended) {
      List<TaskKey> own = node.shape().childrenOf(node.key());
      if (!nodes.containsAll(own)) {
        children.addAll(own);
        reach.add(node.key(), end(node.state()));
      }
    }
    if (!children.isEmpty()) {
      children.addAll(reach.ask(handle));
      require(children);
    }
  }

  private static ExpectedEnd end(TaskState state) {
    return switch (state) {
      case SUCCESS -> ExpectedEnd.SUCCESS;
      case SKIPPED -> ExpectedEnd.SKIPPED;
      // To edges a failure is the same, and the statement would ask whether it will be retried.
      default -> ExpectedEnd.CANCELLED;
    };
  }

  private void load(Set<TaskKey> keys) {
    if (keys.isEmpty()) {
      return;
    }
    var columns = new Columns();
    keys.forEach(columns.keys()::add);
    add(
        keys,
        columns
            .bindTo(handle.createQuery(Sql.named("task/states")))
            .map((row, _) -> StandingRow.read(row))
            .list());
  }

  /** Adds tasks that were read, with their definitions and their edges between batches. */
  void add(Set<TaskKey> keys, List<StandingRow> rows) {
    Map<TaskKey, Shape> shapes = caches.definitions().of(handle, keys, locks::growth);
    List<TaskKey> tied = keys.stream().filter(key -> locks.tied(key.batchId())).toList();
    ForeignEdges foreign = ForeignEdges.of(handle, tied);
    for (StandingRow row : rows) {
      Shape shape = Objects.requireNonNull(shapes.get(row.key()));
      nodes.add(new Node(row.key(), foreign.around(row.key(), shape), row.standing()));
      anyParked |= row.anyParked();
    }
    caches.anyParked(anyParked);
  }

  @Override
  public void requireLive(UUID batchId) {
    require(
        handle
            .createQuery(Sql.named("task/live"))
            .bind("batch", batchId)
            .map((row, _) -> new TaskKey(batchId, row.getInt(1)))
            .list());
  }

  @Override
  public boolean exists(UUID batchId) {
    return locks.contains(batchId);
  }

  @Override
  public List<Node> endedWithoutSuccess(UUID batchId) {
    List<TaskKey> keys =
        handle
            .createQuery(Sql.named("task/ended_badly"))
            .bind("batch", batchId)
            .map((row, _) -> new TaskKey(batchId, row.getInt(1)))
            .list();
    require(keys);
    // Earlier commands of the group may have ended or reset tasks.
    return all().stream()
        .filter(node -> node.key().batchId().equals(batchId) && endedWithoutSuccess(node))
        .sorted(comparing(Node::key))
        .toList();
  }

  private static boolean endedWithoutSuccess(Node node) {
    return node.state().terminal() && node.state() != TaskState.SUCCESS && !node.isDiscarded();
  }

  @Override
  public @Nullable BatchPause pause(UUID batchId) {
    return handle
        .createQuery(Sql.named("batch/pause"))
        .bind("batch", batchId)
        .map((row, _) -> {
          Integer[] alone = (Integer[]) row.getArray("paused_alone").getArray();
          return new BatchPause(Set.of(alone));
        })
        .findOne()
        .orElse(null);
  }

  @Override
  public boolean hasApplied(UUID batchId, String eventId) {
    return seen.contains(batchId, eventId);
  }

  @Override
  public int allot(UUID batchId, int count) {
    return locks.allot(batchId, count);
  }

  @Override
  public int numbersLeft(UUID batchId) {
    return locks.numbersLeft(batchId);
  }

  @Override
  public int count(UUID batchId) {
    return locks.count(batchId);
  }
}
