package dev.edgewise.server.store.apply;

import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Journal.Call;
import dev.edgewise.core.readiness.Journal.Edge;
import dev.edgewise.core.readiness.Journal.Fact;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Nodes;
import dev.edgewise.core.readiness.Standing;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** The writes that only some decisions need; each is one statement, or none. */
public final class RareWrites {
  private final Handle handle;
  private final Instant now;

  public RareWrites(Handle handle, Instant now) {
    this.handle = handle;
    this.now = now;
  }

  /** Whether anything here comes after the statement that writes what most groups have. */
  public static boolean follow(Journal journal, Collection<Node> nodes) {
    return !journal.calls().isEmpty()
        || !journal.alive().isEmpty()
        || journal.facts().stream().anyMatch(fact -> !fact.local())
        || nodes.stream().anyMatch(Node::isDiscarded);
  }

  /** Takes back the facts and results of rerun tasks. */
  public void reopen(Journal journal) {
    if (journal.reopened().isEmpty()) {
      return;
    }
    var columns = new Columns();
    journal.reopened().forEach(columns.keys()::add);
    journal.kept().forEach(columns.keys("kept")::add);
    columns.bindTo(handle.createUpdate(Sql.named("fact/reopen"))).execute();
  }

  /** Takes back the facts of single edges. */
  public void forget(Collection<Edge> edges) {
    if (edges.isEmpty()) {
      return;
    }
    var columns = new Columns();
    var parentBatches = columns.uuids("parent_batches");
    var parents = columns.integers("parents");
    var childBatches = columns.uuids("child_batches");
    var children = columns.integers("children");
    for (Edge edge : edges) {
      parentBatches.add(edge.parent().batchId());
      parents.add(edge.parent().no());
      childBatches.add(edge.child().batchId());
      children.add(edge.child().no());
    }
    columns.bindTo(handle.createUpdate(Sql.named("fact/forget"))).execute();
  }

  /** Removes the items of spreads that start over. */
  public void discard(Collection<Node> nodes) {
    List<TaskKey> gone =
        nodes.stream().filter(node -> node.isDiscarded() && !node.isNew()).map(Node::key).toList();
    if (!gone.isEmpty()) {
      var columns = new Columns();
      gone.forEach(columns.keys()::add);
      columns.bindTo(handle.createUpdate(Sql.named("task/discard_states"))).execute();
      columns
          .bindTo(handle.createUpdate(Sql.named("task/discard")))
          .bind("now", Timestamp.from(now))
          .execute();
    }
  }

  /** Inserts the items of new spreads. */
  public void insertItems(Collection<Node> nodes, Journal journal) {
    if (journal.items().isEmpty()) {
      return;
    }
    var tasks = new Columns();
    var states = new Columns();
    var batches = tasks.uuids("batches");
    var spreads = tasks.integers("spreads");
    var nos = tasks.integers("nos");
    var indexes = tasks.integers("indexes");
    var items = tasks.texts("items");
    var stateBatches = states.uuids("batches");
    var stateNos = states.integers("nos");
    var statuses = states.texts("statuses");
    var reasons = states.texts("reasons");
    for (Node node : nodes) {
      if (node.isNew() && !node.isDiscarded()) {
        batches.add(node.key().batchId());
        spreads.add(node.shape().spreadOf());
        nos.add(node.key().no());
        indexes.add(node.shape().itemIndex());
        items.add(journal.items().get(node.key()));
        stateBatches.add(node.key().batchId());
        stateNos.add(node.key().no());
        statuses.add(node.state().columnName());
        reasons.add(node.standing().failureReason());
      }
    }
    Timestamp at = Timestamp.from(now);
    tasks.bindTo(handle.createUpdate(Sql.named("task/insert_items"))).bind("now", at).execute();
    states
        .bindTo(handle.createUpdate(Sql.named("task/insert_item_states")))
        .bind("now", at)
        .execute();
  }

  /** Extends the leases of tasks whose executors have given a sign of life. */
  public void extend(Set<TaskKey> alive, Nodes nodes) {
    if (alive.isEmpty()) {
      return;
    }
    var columns = new Columns();
    var named = columns.keys();
    var attempts = columns.integers("attempts");
    var claims = columns.integers("claims");
    alive.stream()
        .sorted()
        .forEach(task -> {
          Standing standing = nodes.node(task).standing();
          named.add(task);
          attempts.add(standing.attempt());
          claims.add(standing.claims());
        });
    columns
        .bindTo(handle.createQuery(Sql.named("lease/extend")))
        .bind("period", (Integer) null)
        .bind("now", Timestamp.from(now))
        .mapToMap()
        .list();
  }

  /** Puts the calls that transitions owe into the outbox; says how many there are. */
  public int owe(List<Call> calls) {
    if (calls.isEmpty()) {
      return 0;
    }
    var columns = new Columns();
    var named = columns.keys();
    var triggers = columns.texts("triggers");
    var attempts = columns.integers("attempts");
    for (Call call : calls) {
      named.add(call.task());
      triggers.add(call.trigger().word());
      attempts.add(call.attempt());
    }
    return columns
        .bindTo(handle.createUpdate(Sql.named("outbox/owe")))
        .bind("now", Timestamp.from(now))
        .execute();
  }

  /**
   * Drops the new facts of edges that have one already: their children had succeeded, and the
   * parents have ended again after a rerun.
   */
  public void dropKnown(Journal journal) {
    var columns = new Columns();
    var batches = columns.uuids("batches");
    var parents = columns.integers("parents");
    var children = columns.integers("children");
    for (Fact fact : journal.facts()) {
      if (fact.late() && fact.local()) {
        batches.add(fact.parent().batchId());
        parents.add(fact.parent().no());
        children.add(fact.child().no());
      }
    }
    if (batches.size() > 0) {
      columns
          .bindTo(handle.createQuery(Sql.named("fact/known")))
          .map((row, _) -> {
            UUID batch = row.getObject("batch_id", UUID.class);
            return new Edge(
                new TaskKey(batch, row.getInt("parent")), new TaskKey(batch, row.getInt("child")));
          })
          .forEach(journal::drop);
    }
  }

  /** Writes the facts of edges between batches. */
  public void resolveForeign(Collection<Fact> facts) {
    var columns = new Columns();
    var parentBatches = columns.uuids("parent_batches");
    var parents = columns.integers("parents");
    var childBatches = columns.uuids("child_batches");
    var children = columns.integers("children");
    var satisfied = columns.booleans("satisfied");
    var resolutions = columns.texts("resolutions");
    var attempts = columns.integers("attempts");
    int count = 0;
    for (Fact fact : facts) {
      if (!fact.local()) {
        count++;
        parentBatches.add(fact.parent().batchId());
        parents.add(fact.parent().no());
        childBatches.add(fact.child().batchId());
        children.add(fact.child().no());
        satisfied.add(fact.satisfied());
        resolutions.add(fact.resolution());
        attempts.add(fact.attempt());
      }
    }
    if (count > 0) {
      columns
          .bindTo(handle.createUpdate(Sql.named("foreign_edge/resolve")))
          .bind("now", Timestamp.from(now))
          .execute();
    }
  }
}
