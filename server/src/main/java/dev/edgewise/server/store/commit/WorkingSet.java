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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The locked batches and loaded tasks of one transaction. */
final class WorkingSet implements Nodes {
  /** Of so many tasks it is read what executors have to know before it is known which get ready. */
  private static final int FEW = 8;

  private final Handle handle;
  private final Definitions definitions;
  private final BatchLocks locks;
  private final Instant now;
  private final Map<TaskKey, Brief> briefs;
  private final Map<TaskKey, Node> nodes = new LinkedHashMap<>();
  private boolean anyParked;

  private WorkingSet(
      Handle handle,
      Definitions definitions,
      BatchLocks locks,
      Map<TaskKey, Brief> briefs,
      Instant now) {
    this.handle = handle;
    this.definitions = definitions;
    this.locks = locks;
    this.briefs = briefs;
    this.now = now;
  }

  /**
   * Locks the batches of these commands and loads their tasks with what their outcomes can reach.
   *
   * @param awaited whether somebody waits for tasks of a lane
   * @param skew added to the database's clock
   */
  static WorkingSet of(
      Handle handle,
      Definitions definitions,
      Collection<? extends Command> commands,
      Predicate<String> awaited,
      Duration skew) {
    Set<UUID> batches = new LinkedHashSet<>();
    Reach reach = new Reach();
    for (Command command : commands) {
      batches.add(command.task().batchId());
      reach.add(command.task(), command.expectedOutcome());
    }
    Set<TaskKey> near = reach.near(handle, definitions);
    if (near == null) {
      BatchLocks locks = BatchLocks.take(handle, batches);
      WorkingSet loaded =
          new WorkingSet(handle, definitions, locks, Map.of(), locks.now().plus(skew));
      loaded.load(reach.ask(handle));
      return loaded;
    }
    Set<TaskKey> wanted = new LinkedHashSet<>();
    if (near.size() <= FEW) {
      wanted.addAll(definitions.queuing(near, awaited));
      commands.forEach(command -> wanted.remove(command.task()));
    }
    List<StandingRow> rows = new ArrayList<>();
    Map<TaskKey, Brief> briefs = new HashMap<>();
    BatchLocks locks =
        BatchLocks.take(
            handle, batches, near, wanted, rows::add, brief -> briefs.put(brief.task(), brief));
    WorkingSet loaded = new WorkingSet(handle, definitions, locks, briefs, locks.now().plus(skew));
    loaded.add(near, rows);
    return loaded;
  }

  /** What executors have to know of some of the tasks that may become ready. */
  Map<TaskKey, Brief> briefs() {
    return briefs;
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
