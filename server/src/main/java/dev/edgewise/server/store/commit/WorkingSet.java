package dev.edgewise.server.store.commit;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Nodes;
import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Sql;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The locked batches and loaded tasks of one transaction. */
final class WorkingSet implements Nodes {
  private final Handle handle;
  private final Definitions definitions;
  private final BatchLocks locks;
  private final Instant now;
  private final Map<TaskKey, Node> nodes = new LinkedHashMap<>();
  private boolean anyParked;

  private WorkingSet(Handle handle, Definitions definitions, BatchLocks locks, Instant now) {
    this.handle = handle;
    this.definitions = definitions;
    this.locks = locks;
    this.now = now;
  }

  /**
   * Locks the batches of these commands and loads their tasks with what their outcomes can reach.
   *
   * @param skew added to the database's clock
   */
  static WorkingSet of(
      Handle handle,
      Definitions definitions,
      Collection<? extends Command> commands,
      Duration skew) {
    Set<UUID> batches = new LinkedHashSet<>();
    Reach reach = new Reach();
    for (Command command : commands) {
      batches.add(command.task().batchId());
      reach.add(command.task(), command.expectedOutcome());
    }
    Set<TaskKey> near = reach.near(handle, definitions);
    List<StandingRow> rows = new ArrayList<>();
    BatchLocks locks =
        near == null
            ? BatchLocks.take(handle, batches)
            : BatchLocks.take(handle, batches, near, rows::add);
    WorkingSet loaded = new WorkingSet(handle, definitions, locks, locks.now().plus(skew));
    if (near == null) {
      loaded.load(reach.ask(handle));
    } else {
      loaded.add(near, rows);
    }
    return loaded;
  }

  /** The transaction's time. */
  Instant now() {
    return now;
  }

  @Override
  public void require(Collection<TaskKey> keys) {
    Set<TaskKey> missing = new LinkedHashSet<>(keys);
    missing.removeAll(nodes.keySet());
    load(missing);
  }

  @Override
  public void requireBelow(Collection<Node> ended) {
    Reach reach = new Reach();
    List<TaskKey> children = new ArrayList<>();
    for (Node node : ended) {
      List<TaskKey> own = node.shape().childrenOf(node.key());
      if (!nodes.keySet().containsAll(own)) {
        children.addAll(own);
        reach.add(node.key(), reach(node.state()));
      }
    }
    if (!children.isEmpty()) {
      children.addAll(reach.ask(handle));
      require(children);
    }
  }

  /** What an end means to edges, in the words of the statement that follows them. */
  private static String reach(TaskState state) {
    return switch (state) {
      case SUCCESS -> "SUCCESS";
      case SKIPPED -> "SKIPPED";
      // To edges a failure is the same, and the statement would ask whether it will be retried.
      default -> "CANCELLED";
    };
  }

  private void load(Set<TaskKey> keys) {
    if (keys.isEmpty()) {
      return;
    }
    var columns = new Columns();
    var named = columns.keys();
    keys.forEach(named::add);
    add(
        keys,
        columns
            .bindTo(handle.createQuery(Sql.named("task/states")))
            .map((row, _) -> StandingRow.read(row))
            .list());
  }

  private void add(Set<TaskKey> keys, List<StandingRow> rows) {
    Map<TaskKey, Shape> shapes = definitions.of(handle, keys);
    List<TaskKey> ties = keys.stream().filter(key -> locks.tied(key.batchId())).toList();
    ForeignEdges foreign = ForeignEdges.of(handle, ties);
    for (StandingRow row : rows) {
      Shape shape = Objects.requireNonNull(shapes.get(row.key()));
      nodes.putIfAbsent(
          row.key(), new Node(row.key(), foreign.around(row.key(), shape), row.standing()));
      anyParked |= row.anyParked();
    }
  }

  /** Whether any task was parked when the last of these was loaded. */
  boolean anyParked() {
    return anyParked;
  }

  @Override
  public Node node(TaskKey key) {
    Node node = nodes.get(key);
    if (node == null) {
      throw new IllegalStateException("task " + key + " is named by an edge but does not exist");
    }
    return node;
  }

  @Override
  public @Nullable Node find(TaskKey key) {
    return nodes.get(key);
  }

  @Override
  public Collection<Node> all() {
    return nodes.values();
  }

  /** Whether the batch exists. */
  boolean locked(UUID batchId) {
    return locks.contains(batchId);
  }

  /** The tasks of a locked batch that ended without success. */
  List<Node> endedBadly(UUID batchId) {
    List<TaskKey> keys =
        handle
            .createQuery(Sql.named("task/ended_badly"))
            .bind("batch", batchId)
            .map((row, _) -> new TaskKey(batchId, row.getInt(1)))
            .list();
    require(keys);
    return keys.stream().map(this::node).filter(WorkingSet::endedBadly).toList();
  }

  private static boolean endedBadly(Node node) {
    return node.state().terminal() && node.state() != TaskState.SUCCESS;
  }

  @Override
  public int allot(UUID batchId, int count) {
    return locks.allot(batchId, count);
  }

  @Override
  public void add(Node created) {
    nodes.put(created.key(), created);
  }
}
