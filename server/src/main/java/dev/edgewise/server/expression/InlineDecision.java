package dev.edgewise.server.expression;

import dev.cel.common.values.NullValue;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.readiness.Inline;
import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Nodes;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.expression.Bindings.Need;
import dev.edgewise.server.expression.Bindings.Part;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides the inline nodes of one transaction. What they read is what the transaction itself
 * brought about, else what the database has; the first value that is missing fetches those of every
 * loaded node with it, so that many nodes cost no more statements than one.
 */
final class InlineDecision implements Inline {
  private static final int MAX_BYTES = Limits.RESULT_MAX_BYTES;

  private final Language language;
  private final Bindings bindings;
  private final Nodes nodes;
  private final Journal journal;

  InlineDecision(Language language, Bindings bindings, Nodes nodes, Journal journal) {
    this.language = language;
    this.bindings = bindings;
    this.nodes = nodes;
    this.journal = journal;
  }

  @Override
  public Verdict decide(Node node) {
    DataFlow flow = node.shape().flow();
    if (node.shape().spreads() && node.standing().items() >= 0) {
      return new Aggregate(nodes, journal, bindings).of(node);
    }
    Verdict guarded = guard(node, flow.when());
    if (guarded != null) {
      return guarded;
    }
    if (node.shape().spreads()) {
      return spread(node, String.valueOf(flow.spread()));
    }
    if (flow.let() != null) {
      return value(node, "let", flow.let());
    }
    return flow.output() != null ? value(node, "output", flow.output()) : new Verdict.Proceed();
  }

  /** Null when the guard lets the node pass, or is none of its own. */
  private @Nullable Verdict guard(Node node, @Nullable String when) {
    if (when == null) {
      return null;
    }
    try {
      Expression expression = language.expression(when);
      // A guard about items is theirs; any other is decided once, for the spread.
      boolean ofItems = expression.references().needsItem();
      boolean isItem = node.shape().spreadOf() > 0;
      if ((node.shape().spreads() && ofItems) || (isItem && !ofItems)) {
        return null;
      }
      Object value = expression.evaluate(scope(node, expression));
      if (value instanceof Boolean passes) {
        return passes ? null : new Verdict.Skip();
      }
      return new Verdict.Fail("when: must be true or false");
    } catch (ExpressionException e) {
      return new Verdict.Fail("when: " + e.getMessage());
    }
  }

  private Verdict value(Node node, String field, String text) {
    try {
      Expression expression = language.expression(text);
      Object value = expression.evaluate(scope(node, expression));
      return new Verdict.Value(Values.write(value, MAX_BYTES));
    } catch (ExpressionException e) {
      return new Verdict.Fail(field + ": " + e.getMessage());
    }
  }

  private Verdict spread(Node node, String text) {
    try {
      Expression expression = language.expression(text);
      Object value = expression.evaluate(scope(node, expression));
      if (!(value instanceof List<?> list)) {
        return new Verdict.Fail("spread: must be a list");
      }
      if (list.size() > Limits.SPREAD_MAX_ITEMS) {
        return new Verdict.Fail(
            "spread: has %d items, at most %d are allowed"
                .formatted(list.size(), Limits.SPREAD_MAX_ITEMS));
      }
      List<String> items = new ArrayList<>(list.size());
      for (Object item : list) {
        items.add(Values.write(item, MAX_BYTES));
      }
      return new Verdict.Items(items);
    } catch (ExpressionException e) {
      return new Verdict.Fail("spread: " + e.getMessage());
    }
  }

  private Scope scope(Node node, Expression expression) {
    Reader reader = reader(node);
    References references = expression.references();
    if (reader.needs(references).stream().anyMatch(need -> !known(need))) {
      prefetch(node, expression);
    }
    return reader.scope(references, this::read);
  }

  private static Reader reader(Node node) {
    return new Reader(node.key(), node.shape().reads(), node.shape().itemIndex());
  }

  private void prefetch(Node node, Expression expression) {
    Set<Need> needs = new LinkedHashSet<>();
    reader(node).needs(expression.references()).forEach(need -> add(needs, need));
    for (Node other : nodes.all()) {
      if (other.shape().decidedInline() && !other.state().terminal()) {
        needsOf(other).forEach(need -> add(needs, need));
      }
    }
    bindings.fetch(needs);
  }

  private void add(Set<Need> needs, Need need) {
    if (!known(need)) {
      needs.add(stored(need));
    }
  }

  private Stream<Need> needsOf(Node node) {
    DataFlow flow = node.shape().flow();
    return Stream.of(flow.when(), flow.let(), flow.output(), flow.spread())
        .filter(text -> text != null)
        .flatMap(text -> {
          try {
            return reader(node).needs(language.expression(text).references()).stream();
          } catch (ExpressionException e) {
            // It will fail its own node, with this message.
            return Stream.empty();
          }
        })
        // The result of a task that has not ended comes, if at all, from this transaction.
        .filter(need -> need.part() != Part.RESULT || ended(need.task()));
  }

  private boolean ended(TaskKey task) {
    Node node = nodes.find(task);
    return node == null || node.state().terminal();
  }

  private boolean known(Need need) {
    return fromJournal(need) != null || bindings.knows(stored(need));
  }

  private Object read(Need need) {
    String text = fromJournal(need);
    if (text != null) {
      return Values.read(text);
    }
    Need stored = stored(need);
    return bindings.knows(stored) ? bindings.value(stored) : NullValue.NULL_VALUE;
  }

  private @Nullable String fromJournal(Need need) {
    return switch (need.part()) {
      case RESULT -> journal.results().get(need.task());
      case ITEM -> journal.items().get(need.task());
      case INPUTS, METADATA -> null;
    };
  }

  /** An item that is not stored yet has the metadata of its spread. */
  private Need stored(Need need) {
    Node node = need.part() == Part.METADATA ? nodes.find(need.task()) : null;
    return node != null && node.isNew()
        ? new Need(Part.METADATA, new TaskKey(node.key().batchId(), node.shape().spreadOf()))
        : need;
  }
}
