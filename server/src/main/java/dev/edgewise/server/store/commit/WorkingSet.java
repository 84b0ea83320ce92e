package dev.edgewise.server.store.commit;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Nodes;
import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Sql;
import dev.edgewise.server.store.Transactions;
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

/** The batches and tasks of one transaction: locked and loaded, or recalled. */
final class WorkingSet implements Nodes {
  /** Of so many tasks it is read what executors have to know before it is known which get ready. */
  private static final int FEW = 8;

  private final Handle handle;
  private final Memory memory;
  private final @Nullable BatchLocks locks;
  private final Map<UUID, Long> versions;
  private final Instant now;
  private final Map<TaskKey, Brief> briefs;
  private final Map<TaskKey, Node> nodes = new LinkedHashMap<>();
  private boolean anyParked;

  /** More is needed than was recalled. */
  static final class ForgottenException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private ForgottenException() {
      super("this has to be read", null, false, false);
    }
  }

  /**
   * @param locks null when all was recalled, so that nothing is locked yet
   */
  private WorkingSet(
      Handle handle,
      Memory memory,
      @Nullable BatchLocks locks,
      Map<UUID, Long> versions,
      Map<TaskKey, Brief> briefs,
      Instant now) {
    this.handle = handle;
    this.memory = memory;
    this.locks = locks;
    this.versions = versions;
    this.briefs = briefs;
    this.now = now;
  }

  /**
   * Loads the tasks of these commands with what their outcomes can reach.
   *
   * @param recalling whether what is remembered of them will do; else their batches are locked
   * @param awaited whether somebody waits for tasks of a lane
   * @param skew added to the database's clock
   */
  static WorkingSet of(
      Handle handle,
      Memory memory,
      Collection<? extends Command> commands,
      boolean recalling,
      Predicate<String> awaited,
      Duration skew) {
    Definitions definitions = memory.definitions();
    Set<UUID> batches = new LinkedHashSet<>();
    Reach reach = new Reach();
    for (Command command : commands) {
      batches.add(command.task().batchId());
      reach.add(command.task(), command.expectedOutcome());
    }
    Set<TaskKey> near = reach.near(handle, definitions);
    Recollection recollection =
        near != null && recalling ? Recollection.of(memory, commands, near) : null;
    if (recollection != null) {
      return recalled(handle, memory, recollection, skew);
    }
    Transactions.begin(handle);
    long begun = System.nanoTime();
    if (near == null) {
      BatchLocks locks = BatchLocks.take(handle, batches);
      WorkingSet loaded = locked(handle, memory, locks, Map.of(), begun, skew);
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
    WorkingSet loaded = locked(handle, memory, locks, briefs, begun, skew);
    loaded.add(near, rows);
    return loaded;
  }

  private static WorkingSet recalled(
      Handle handle, Memory memory, Recollection recollection, Duration skew) {
    WorkingSet recalled =
        new WorkingSet(
            handle,
            memory,
            null,
            recollection.versions(),
            recollection.briefs(),
            recollection.now().plus(skew));
    recalled.nodes.putAll(recollection.nodes());
    return recalled;
  }

  private static WorkingSet locked(
      Handle handle,
      Memory memory,
      BatchLocks locks,
      Map<TaskKey, Brief> briefs,
      long begun,
      Duration skew) {
    if (!locks.versions().isEmpty()) {
      memory.clock().told(locks.now(), begun);
    }
    locks.versions().forEach(memory.standings()::found);
    return new WorkingSet(handle, memory, locks, locks.versions(), briefs, locks.now().plus(skew));
  }

  /** Whether it was recalled: nothing is locked, and what was decided has to be confirmed. */
  boolean recalled() {
    return locks == null;
  }

  /** The version of each batch that this is about. */
  Map<UUID, Long> versions() {
    return versions;
  }

  /** Whether it will be remembered how tasks of a batch are left. */
  boolean remembers(UUID batchId) {
    return locks == null || !locks.tied(batchId);
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
      locks();
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
    locks();
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
    Map<TaskKey, Shape> shapes = memory.definitions().of(handle, keys);
    BatchLocks held = locks();
    List<TaskKey> ties = keys.stream().filter(key -> held.tied(key.batchId())).toList();
    ForeignEdges foreign = ForeignEdges.of(handle, ties);
    for (StandingRow row : rows) {
      Shape shape = Objects.requireNonNull(shapes.get(row.key()));
      nodes.putIfAbsent(
          row.key(), new Node(row.key(), foreign.around(row.key(), shape), row.standing()));
      anyParked |= row.anyParked();
    }
    memory.parked(anyParked);
  }

  private BatchLocks locks() {
    if (locks == null) {
      throw new ForgottenException();
    }
    return locks;
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
    return locks().contains(batchId);
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
    return locks().allot(batchId, count);
  }

  @Override
  public int count(UUID batchId) {
    return locks().count(batchId);
  }

  @Override
  public void add(Node created) {
    nodes.put(created.key(), created);
  }
}
