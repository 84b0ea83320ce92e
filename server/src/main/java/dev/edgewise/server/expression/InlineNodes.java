package dev.edgewise.server.expression;

import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.readiness.Inline;
import dev.edgewise.core.readiness.Inline.Verdict.Fail;
import dev.edgewise.core.readiness.Inline.Verdict.Items;
import dev.edgewise.core.readiness.Inline.Verdict.Proceed;
import dev.edgewise.core.readiness.Inline.Verdict.Skip;
import dev.edgewise.core.readiness.Inline.Verdict.Value;
import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Nodes;
import dev.edgewise.server.config.Limits;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Decides the ready nodes of one transaction, in memory. */
public final class InlineNodes implements Inline {
  private final Language language;
  private final Sight sight;
  private final SpreadItems spreadItems;

  public InlineNodes(Language language, Handle handle, Nodes nodes, Journal journal) {
    this.language = language;
    this.sight = new Sight(language, handle, nodes, journal);
    this.spreadItems = new SpreadItems(handle, nodes, journal);
  }

  @Override
  public Verdict decide(Node node) {
    DataFlow flow = node.shape().flow();
    try {
      if (node.shape().spreads() && node.standing().items() >= 0) {
        return spreadItems.aggregate(node);
      }
      if (guards(node) && !admits(node, String.valueOf(flow.when()))) {
        return new Skip();
      }
      if (node.shape().spreads()) {
        return items(node, String.valueOf(flow.spread()));
      }
      if (flow.let() != null) {
        return value(node, "let", flow.let());
      }
      return flow.output() != null ? value(node, "output", flow.output()) : new Proceed();
    } catch (ExpressionException e) {
      return new Fail(e.getMessage());
    }
  }

  /** A guard about items is asked for each of them, another one once for the spread. */
  private boolean guards(Node node) {
    String when = node.shape().flow().when();
    if (when == null || node.shape().flow().spread() == null) {
      return when != null;
    }
    return language.expression(when).references().needsItem() != node.shape().spreads();
  }

  private boolean admits(Node node, String when) {
    Object value = evaluate(node, "when", when);
    if (value instanceof Boolean admitted) {
      return admitted;
    }
    throw new ExpressionException(
        "when: a guard is true or false, not " + Values.write(value, Limits.RESULT_MAX_BYTES));
  }

  private Verdict value(Node node, String part, String expression) {
    Object value = evaluate(node, part, expression);
    try {
      return new Value(Values.write(value, Limits.RESULT_MAX_BYTES));
    } catch (ExpressionException e) {
      throw e.within(part);
    }
  }

  private Verdict items(Node node, String expression) {
    Object value = evaluate(node, "spread", expression);
    if (!(value instanceof List<?> list)) {
      throw new ExpressionException("spread: the value is no list");
    }
    if (list.size() > Limits.SPREAD_MAX_ITEMS) {
      throw new ExpressionException(
          "spread: %d items are more than %d".formatted(list.size(), Limits.SPREAD_MAX_ITEMS));
    }
    List<String> items = new ArrayList<>(list.size());
    int left = Limits.SPREAD_MAX_BYTES;
    for (Object each : list) {
      String item = write(each, left);
      left -= item.length();
      items.add(item);
    }
    return new Items(items);
  }

  private static String write(@Nullable Object item, int maxBytes) {
    try {
      return Values.write(item, maxBytes);
    } catch (ExpressionException e) {
      throw e.within("spread");
    }
  }

  private Object evaluate(Node node, String part, String text) {
    try {
      Expression expression = language.expression(text);
      return expression.evaluate(sight.scope(node, expression.references()));
    } catch (ExpressionException e) {
      throw e.within(part);
    }
  }
}
