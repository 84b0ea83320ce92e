package dev.edgewise.server.store.commit;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Nodes;
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
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The locked batches and loaded tasks of one transaction. */
final class WorkingSet implements Nodes {
  private final Handle handle;
  private final Supplier<Duration> skew;
  private final Map<TaskKey, Node> nodes = new LinkedHashMap<>();
  private final Map<UUID, Integer> lastNumbers = new HashMap<>();
  private Instant now = Instant.EPOCH;

  WorkingSet(Handle handle, Supplier<Duration> skew) {
    this.handle = handle;
    this.skew = skew;
  }

  /**
   * Locks these batches and all that foreign edges tie to them; those that do not exist are left
   * out.
   */
  void lock(Collection<UUID> batches) {
    handle
        .createQuery(Sql.named("batch/lock"))
        .bind("batches", Columns.of(batches))
        .map((row, _) -> {
          now = row.getTimestamp("now").toInstant().plus(skew.get());
          return lastNumbers.put(row.getObject("batch_id", UUID.class), row.getInt("last_no"));
        })
        .list();
  }

  /** Whether the batch exists and is locked. */
  boolean locked(UUID batchId) {
    return lastNumbers.containsKey(batchId);
  }

  /** The transaction's time: the database's clock once the locks were held. */
  Instant now() {
    return now;
  }

  /** Loads the tasks of these commands and what their outcomes can reach. */
  void load(Collection<? extends Command> commands) {
    var columns = new Columns();
    var batches = columns.uuids("batches");
    var nos = columns.integers("nos");
    var outcomes = columns.texts("outcomes");
    for (Command command : commands) {
      batches.add(command.task().batchId());
      nos.add(command.task().no());
      outcomes.add(command.expectedOutcome());
    }
    load(columns);
  }

  @Override
  public void require(Collection<TaskKey> keys) {
    List<TaskKey> missing = new ArrayList<>();
    for (TaskKey key : keys) {
      if (!nodes.containsKey(key)) {
        missing.add(key);
      }
    }
    if (missing.isEmpty()) {
      return;
    }
    var columns = new Columns();
    var batches = columns.uuids("batches");
    var nos = columns.integers("nos");
    var outcomes = columns.texts("outcomes");
    for (TaskKey key : missing) {
      batches.add(key.batchId());
      nos.add(key.no());
      outcomes.add("none");
    }
    load(columns);
  }

  @Override
  public void requireBelow(Collection<Node> ended) {
    var columns = new Columns();
    var batches = columns.uuids("batches");
    var nos = columns.integers("nos");
    var outcomes = columns.texts("outcomes");
    List<TaskKey> children = new ArrayList<>();
    for (Node node : ended) {
      List<TaskKey> own = node.shape().childrenOf(node.key());
      if (!nodes.keySet().containsAll(own)) {
        children.addAll(own);
        batches.add(node.key().batchId());
        nos.add(node.key().no());
        outcomes.add(reach(node.state()));
      }
    }
    if (!children.isEmpty()) {
      load(columns);
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

  private void load(Columns columns) {
    List<NodeRow> rows =
        columns
            .bindTo(handle.createQuery(Sql.named("task/load")))
            .map((row, _) -> NodeRow.read(row))
            .list();
    ForeignEdges foreign = ForeignEdges.of(handle, rows);
    for (NodeRow row : rows) {
      nodes.putIfAbsent(row.key(), row.node(foreign));
    }
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
    Integer last = lastNumbers.get(batchId);
    if (last == null) {
      throw new IllegalStateException("batch " + batchId + " is not locked");
    }
    lastNumbers.put(batchId, last + count);
    return last + 1;
  }

  @Override
  public void add(Node created) {
    nodes.put(created.key(), created);
  }
}
