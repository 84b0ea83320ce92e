package dev.edgewise.server.store.apply;

import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.WaitTerms;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The waits that begin, pause, go on and end with a decision. */
final class WaitRows {
  private final List<Begun> begun = new ArrayList<>();
  private final List<Node> ended = new ArrayList<>();
  private final List<Node> turned = new ArrayList<>();

  private record Begun(Node node, WaitTerms terms) {}

  private WaitRows() {}

  /** Finds them among the nodes of a decision. */
  static WaitRows of(Iterable<Node> nodes, Journal journal) {
    WaitRows rows = new WaitRows();
    for (Node node : nodes) {
      if (node.shape().flow().waitFor() != null && !node.shape().spreads() && !node.isDiscarded()) {
        rows.add(node, journal);
      }
    }
    rows.begun.sort(Comparator.comparing(each -> each.node().key()));
    rows.ended.sort(Comparator.comparing(Node::key));
    rows.turned.sort(Comparator.comparing(Node::key));
    return rows;
  }

  private void add(Node node, Journal journal) {
    boolean waited = !node.isNew() && runs(node.loaded().state(), node.loaded().pausedFrom());
    WaitTerms terms = node.executing() ? journal.waits().get(node.key()) : null;
    if (terms != null) {
      begun.add(new Begun(node, terms));
    }
    if (waited && (terms != null || !node.executing())) {
      ended.add(node);
    }
    boolean wasPaused = terms == null && node.loaded().state() == TaskState.PAUSED;
    if (node.executing() && paused(node) != wasPaused) {
      turned.add(node);
    }
  }

  private static boolean paused(Node node) {
    return node.state() == TaskState.PAUSED;
  }

  static boolean runs(TaskState state, @Nullable TaskState pausedFrom) {
    return state == TaskState.RUNNING || pausedFrom == TaskState.RUNNING;
  }

  boolean isEmpty() {
    return begun.isEmpty() && ended.isEmpty() && turned.isEmpty();
  }

  /** Whether a wait begins that is due by itself or by a signal that came before. */
  boolean setTimers() {
    return !begun.isEmpty() || !turned.isEmpty();
  }

  void write(Handle handle, Instant now) {
    // Senders of signals lock the name and key before the waits, so this does too.
    lock(handle);
    end(handle);
    begin(handle, now);
    turn(handle, now);
  }

  private void lock(Handle handle) {
    Columns columns = new Columns();
    var workspaces = columns.integers("workspaces");
    var names = columns.texts("names");
    var keys = columns.texts("keys");
    for (Begun each : begun) {
      if (each.terms().key() != null) {
        workspaces.add(Workspace.of(each.node().key().batchId()).number());
        names.add(each.terms().name());
        keys.add(each.terms().key());
      }
    }
    if (workspaces.size() > 0) {
      columns.bindTo(handle.createQuery(Sql.named("wait/lock"))).mapToMap().list();
    }
  }

  private void end(Handle handle) {
    if (!ended.isEmpty()) {
      Columns columns = new Columns();
      var named = columns.keys();
      ended.forEach(node -> named.add(node.key()));
      columns.bindTo(handle.createUpdate(Sql.named("wait/end"))).execute();
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
    var kinds = columns.texts("kinds");
    var names = columns.texts("names");
    var keys = columns.texts("keys");
    var titles = columns.texts("titles");
    var texts = columns.texts("texts");
    var due = columns.texts("due");
    var untils = columns.texts("untils");
    var expires = columns.booleans("expires");
    for (Begun each : begun) {
      WaitTerms terms = each.terms();
      named.add(each.node().key());
      attempts.add(each.node().standing().attempt());
      claims.add(each.node().standing().claims());
      kinds.add(terms.kind().word());
      names.add(terms.name());
      keys.add(terms.key());
      titles.add(terms.title());
      texts.add(terms.text());
      due.add(terms.due());
      untils.add(terms.until());
      expires.add(terms.expires());
    }
    columns
        .bindTo(handle.createUpdate(Sql.named("wait/begin")))
        .bind("now", Timestamp.from(now))
        .execute();
  }

  private void turn(Handle handle, Instant now) {
    if (turned.isEmpty()) {
      return;
    }
    Columns columns = new Columns();
    var named = columns.keys();
    var paused = columns.booleans("paused");
    for (Node node : turned) {
      named.add(node.key());
      paused.add(paused(node));
    }
    columns
        .bindTo(handle.createUpdate(Sql.named("wait/pause")))
        .bind("now", Timestamp.from(now))
        .execute();
  }
}
