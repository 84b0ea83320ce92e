package dev.edgewise.server.expression;

import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Nodes;
import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.readiness.Shape.ForeignEdge;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.expression.Bindings.Need;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The values that the expressions of the nodes of one transaction read: those that the transaction
 * produced, and stored ones. The first missing value is fetched together with all values that other
 * nodes may need, so that the number of statements does not grow with the number of nodes.
 */
final class NodeValues {
  private final Language language;
  private final Nodes nodes;
  private final Journal journal;
  private final Bindings bindings;
  private final Budget budget;
  private final Map<Need, Made> made = new HashMap<>();

  /** A value of this transaction, its JSON text, and its size in memory. */
  private record Made(String text, Object value, long bytes) {}

  NodeValues(Language language, Handle handle, Nodes nodes, Journal journal, Budget budget) {
    this.language = language;
    this.nodes = nodes;
    this.journal = journal;
    this.bindings = new Bindings(handle);
    this.budget = budget;
  }

  Scope scope(Node node, References references) {
    ReadingTask reader = reader(node);
    if (!reader.needs(references).stream().allMatch(this::known)) {
      fetchFor(node);
    }
    return reader.scope(references, this::value);
  }

  private static ReadingTask reader(Node node) {
    Shape shape = node.shape();
    // A new item has no row yet and uses the metadata of its spread.
    TaskKey described =
        node.isNew() ? new TaskKey(node.key().batchId(), shape.spreadOf()) : node.key();
    return new ReadingTask(
        node.key(), described, shape.reads(), shape.spreadOf() > 0 ? shape.itemIndex() : -1);
  }

  private boolean known(Need need) {
    return text(need) != null || bindings.knows(need);
  }

  private Object value(Need need) {
    String text = text(need);
    if (text == null) {
      return bindings.value(need, budget);
    }
    Made known = made.get(need);
    // Compare the text, because a task may have run again within the transaction.
    if (known != null && known.text().equals(text)) {
      budget.bytesReadBefore(known.bytes());
      return known.value();
    }
    long before = budget.bytes();
    Object value = Values.read(text, budget);
    made.put(need, new Made(text, value, budget.bytes() - before));
    return value;
  }

  private @Nullable String text(Need need) {
    return switch (need.part()) {
      case RESULT -> result(need.task());
      case ITEM -> journal.items().get(need.task());
      case INPUTS, METADATA -> null;
    };
  }

  /** The database still has the result of a task that this transaction resets for a rerun. */
  private @Nullable String result(TaskKey task) {
    String result = journal.results().get(task);
    return result == null && journal.reopened().contains(task) ? "null" : result;
  }

  /**
   * Fetches the values of a node, and of all other nodes that may be decided in this transaction.
   */
  private void fetchFor(Node node) {
    List<Need> needs = new ArrayList<>(needs(node));
    int loaded = nodes.all().size();
    for (Node other : nodes.all()) {
      if (other.shape().decidedInline()
          && !other.state().terminal()
          && canComplete(other, loaded)) {
        needs.addAll(needs(other));
      }
    }
    needs.removeIf(need -> text(need) != null);
    bindings.fetch(needs);
  }

  private List<Need> needs(Node node) {
    DataFlow flow = node.shape().flow();
    ReadingTask reader = reader(node);
    String list = flow.spread() == null ? null : flow.spread().list();
    return Stream.concat(
            Stream.of(flow.when(), flow.let(), flow.output(), flow.returns(), list)
                .filter(Objects::nonNull)
                .map(this::references),
            Stream.of(flow.waitFor(), flow.call())
                .filter(Objects::nonNull)
                .map(this::templateReferences))
        .flatMap(references -> reader.needs(references).stream())
        .toList();
  }

  private References templateReferences(String json) {
    try {
      return language.template(json).references();
    } catch (ExpressionException e) {
      return References.NONE; // The node fails with this error when it begins.
    }
  }

  private References references(String expression) {
    try {
      return language.expression(expression).references();
    } catch (ExpressionException e) {
      return References.NONE; // The node fails with this error when it is decided.
    }
  }

  /** Whether all open edges of a node can be resolved by this transaction. */
  private boolean canComplete(Node node, int loaded) {
    int open = node.standing().required() - node.standing().satisfied();
    if (open > loaded) {
      return false;
    }
    for (int parent : node.shape().parents()) {
      open -= live(new TaskKey(node.key().batchId(), parent));
    }
    for (ForeignEdge edge : node.shape().foreignParents()) {
      open -= live(edge.other());
    }
    return open <= 0;
  }

  private int live(TaskKey key) {
    Node parent = nodes.find(key);
    return parent != null && !parent.loaded().state().terminal() ? 1 : 0;
  }
}
