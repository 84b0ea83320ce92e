package dev.edgewise.server.store.apply;

import dev.edgewise.core.graph.Spread;
import dev.edgewise.core.readiness.CallTerms;
import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** The calls of workflows that begin, pause, go on and end with a decision. */
final class CallRows {
  private final List<Begun> begun = new ArrayList<>();
  private final List<Wanted> wanted = new ArrayList<>();
  private final Set<UUID> children = new LinkedHashSet<>();

  private record Begun(Node node, CallTerms terms) {}

  private record Wanted(Node node, int attempt, String what) {}

  private CallRows() {}

  /** Finds them among the nodes of a decision. */
  static CallRows of(Iterable<Node> nodes, Journal journal) {
    CallRows rows = new CallRows();
    for (Node node : nodes) {
      if (node.shape().traits().called()
          && node.state().terminal()
          && !node.loaded().state().terminal()) {
        rows.children.add(node.key().batchId());
      }
      if (node.shape().flow().call() != null && !node.shape().spreads() && !node.isDiscarded()) {
        rows.add(node, journal);
      }
    }
    rows.begun.sort(Comparator.comparing(each -> each.node().key()));
    rows.wanted.sort(Comparator.comparing(each -> each.node().key()));
    return rows;
  }

  private void add(Node node, Journal journal) {
    boolean called =
        !node.isNew() && WaitRows.runs(node.loaded().state(), node.loaded().pausedFrom());
    CallTerms terms = node.executing() ? journal.runs().get(node.key()) : null;
    if (terms != null) {
      begun.add(new Begun(node, terms));
    }
    boolean paused = node.state() == TaskState.PAUSED;
    if (called && (terms != null || !node.executing())) {
      wanted.add(new Wanted(node, node.loaded().attempt(), "stop"));
    } else if (called && paused != (node.loaded().state() == TaskState.PAUSED)) {
      wanted.add(new Wanted(node, node.loaded().attempt(), paused ? "pause" : "run"));
    }
    if (terms != null && paused) {
      wanted.add(new Wanted(node, node.standing().attempt(), "pause"));
    }
  }

  boolean isEmpty() {
    return begun.isEmpty() && wanted.isEmpty() && children.isEmpty();
  }

  void write(Handle handle, Instant now) {
    begin(handle, now);
    want(handle, now);
    if (!children.isEmpty()) {
      handle
          .createUpdate(Sql.named("call/child_ended"))
          .bind("batches", Columns.of(children))
          .bind("now", Timestamp.from(now))
          .execute();
    }
  }

  private void begin(Handle handle, Instant now) {
    if (begun.isEmpty()) {
      return;
    }
    Columns columns = new Columns();
    var named = columns.keys();
    var attempts = columns.integers("attempts");
    var claims = columns.integers("claims");
    var workflows = columns.texts("workflows");
    var versions = columns.integers("versions");
    var inputs = columns.texts("inputs");
    var spreads = columns.integers("spreads");
    var parallel = columns.integers("parallel");
    for (Begun each : begun) {
      named.add(each.node().key());
      attempts.add(each.node().standing().attempt());
      claims.add(each.node().standing().claims());
      workflows.add(each.terms().workflow());
      versions.add(each.terms().version());
      inputs.add(each.terms().inputs());
      spreads.add(each.node().shape().spreadOf());
      parallel.add(parallel(each.node()));
    }
    columns
        .bindTo(handle.createUpdate(Sql.named("call/begin")))
        .bind("now", Timestamp.from(now))
        .execute();
  }

  private void want(Handle handle, Instant now) {
    if (wanted.isEmpty()) {
      return;
    }
    Columns columns = new Columns();
    var named = columns.keys();
    var attempts = columns.integers("attempts");
    var what = columns.texts("wanted");
    Columns freed = new Columns();
    var batches = freed.uuids("batches");
    var spreads = freed.integers("spreads");
    for (Wanted each : wanted) {
      named.add(each.node().key());
      attempts.add(each.attempt());
      what.add(each.what());
      if (each.what().equals("stop") && parallel(each.node()) > 0) {
        batches.add(each.node().key().batchId());
        spreads.add(each.node().shape().spreadOf());
      }
    }
    if (batches.size() > 0) {
      freed.bindTo(handle.createQuery(Sql.named("call/lock_spreads"))).mapToMap().list();
    }
    columns
        .bindTo(handle.createUpdate(Sql.named("call/want")))
        .bind("now", Timestamp.from(now))
        .execute();
    if (batches.size() > 0) {
      freed
          .bindTo(handle.createUpdate(Sql.named("call/wake")))
          .bind("now", Timestamp.from(now))
          .execute();
    }
  }

  private static int parallel(Node node) {
    Spread spread = node.shape().flow().spread();
    return spread == null ? 0 : spread.parallel();
  }
}
