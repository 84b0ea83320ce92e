package dev.edgewise.server.expression;

import dev.edgewise.core.decision.BatchView;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.readiness.Inline;
import dev.edgewise.core.readiness.Inline.Beginning.Calls;
import dev.edgewise.core.readiness.Inline.Beginning.Fails;
import dev.edgewise.core.readiness.Inline.Beginning.Waits;
import dev.edgewise.core.readiness.Inline.Verdict.Fail;
import dev.edgewise.core.readiness.Inline.Verdict.Items;
import dev.edgewise.core.readiness.Inline.Verdict.Proceed;
import dev.edgewise.core.readiness.Inline.Verdict.Skip;
import dev.edgewise.core.readiness.Inline.Verdict.Value;
import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Nodes;
import dev.edgewise.server.commit.Effort;
import dev.edgewise.server.config.Limits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the expressions of ready nodes in a transaction and decides their outcome, without an
 * executor.
 */
public final class InlineNodes implements Inline {
  private static final int STEPS_PER_ITEM = 20;
  private static final int BYTES_PER_ITEM = 400;

  private final Language language;
  private final NodeValues values;
  private final SpreadItems spreadItems;
  private final Budget budget;
  private final Nodes nodes;
  private final int maxTasksPerBatch;
  private final Instant now;

  /**
   * @param effort the effort that the expressions of the transaction may take
   */
  public InlineNodes(
      Language language,
      int maxTasksPerBatch,
      Handle handle,
      BatchView view,
      Journal journal,
      Effort effort) {
    this.language = language;
    this.now = view.now();
    this.maxTasksPerBatch = maxTasksPerBatch;
    this.nodes = view;
    this.budget = Budget.of(effort);
    this.values = new NodeValues(language, handle, view, journal, budget);
    this.spreadItems = new SpreadItems(handle, view, journal);
  }

  @Override
  public Verdict decide(Node node) {
    DataFlow flow = node.shape().flow();
    budget.begin();
    try {
      if (node.shape().spreads() && node.standing().items() >= 0) {
        return kept(spreadItems.aggregate(node));
      }
      if (guards(node) && !admits(node, String.valueOf(flow.when()))) {
        return new Skip();
      }
      if (node.shape().spreads()) {
        return items(node, Objects.requireNonNull(flow.spread()).list());
      }
      if (flow.let() != null) {
        return value(node, "let", flow.let());
      }
      if (flow.returns() != null) {
        return value(node, "return", flow.returns());
      }
      return flow.output() != null ? value(node, "output", flow.output()) : new Proceed();
    } catch (ExpressionException e) {
      return new Fail(e.getMessage());
    } catch (StackOverflowError e) {
      return new Fail("the values are nested too deeply");
    } catch (OverBudget e) {
      return failed(e.exception());
    }
  }

  @Override
  public Beginning begin(Node node) {
    DataFlow flow = node.shape().flow();
    budget.begin();
    try {
      if (flow.waitFor() != null) {
        return new Waits(Beginnings.wait(rendered(node, "wait", flow.waitFor()), now));
      }
      return new Calls(
          Beginnings.call(rendered(node, "call", Objects.requireNonNull(flow.call()))));
    } catch (ExpressionException e) {
      return new Fails(String.valueOf(e.getMessage()));
    } catch (StackOverflowError e) {
      return new Fails("the values are nested too deeply");
    } catch (OverBudget e) {
      if (e.exception() instanceof ExpressionException over) {
        return new Fails(String.valueOf(over.getMessage()));
      }
      throw e.exception();
    }
  }

  private String rendered(Node node, String part, String json) {
    try {
      Template template = language.template(json);
      String text =
          template.render(
              values.scope(node, template.references()), Limits.INPUTS_MAX_BYTES, budget);
      budget.text(text.length());
      return text;
    } catch (ExpressionException e) {
      throw new ExpressionException(part + e.getMessage(), e);
    }
  }

  private static Verdict failed(RuntimeException over) {
    if (over instanceof ExpressionException) {
      return new Fail(String.valueOf(over.getMessage()));
    }
    throw over;
  }

  /** Counts the memory that the transaction holds until it commits. */
  private Verdict kept(Verdict verdict) {
    if (verdict instanceof Value(String json)) {
      budget.text(json.length());
    }
    return verdict;
  }

  /**
   * Whether the guard is evaluated here: one about items is evaluated for each item, others once
   * for the spread.
   */
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
      return kept(new Value(Values.write(value, Limits.RESULT_MAX_BYTES)));
    } catch (ExpressionException e) {
      throw e.within(part);
    }
  }

  private Verdict items(Node node, String expression) {
    Object value = evaluate(node, "spread", expression);
    if (!(value instanceof List<?> list)) {
      throw new ExpressionException("spread: the value is not a list");
    }
    if (list.size() > Limits.SPREAD_MAX_ITEMS) {
      throw new ExpressionException(
          "spread: %d items are more than %d".formatted(list.size(), Limits.SPREAD_MAX_ITEMS));
    }
    checkRoom(node.key().batchId(), list.size());
    budget.steps((long) list.size() * STEPS_PER_ITEM);
    budget.bytes((long) list.size() * BYTES_PER_ITEM);
    List<String> items = new ArrayList<>(list.size());
    int left = Limits.SPREAD_MAX_BYTES;
    for (Object each : list) {
      String item = write(each, left);
      left -= item.length();
      budget.text(item.length());
      items.add(item);
    }
    return new Items(items);
  }

  /** Fails if the items would exceed the size limit of the batch, over all of its spreads. */
  private void checkRoom(UUID batchId, int items) {
    if (items == 0) {
      return;
    }
    int left = nodes.numbersLeft(batchId);
    if (items > left) {
      throw new ExpressionException(
          "spread: %d items are more than the %d numbers that the batch has left"
              .formatted(items, left));
    }
    long tasks = (long) nodes.count(batchId) + items;
    if (tasks > maxTasksPerBatch) {
      // A rerun removes the previous items of its spread.
      tasks -=
          nodes.all().stream()
              .filter(node -> node.isDiscarded() && node.key().batchId().equals(batchId))
              .count();
    }
    if (tasks > maxTasksPerBatch) {
      throw new ExpressionException(
          "spread: %d items would make a batch of %d tasks, more than %d (MAX_TASKS_PER_BATCH)"
              .formatted(items, tasks, maxTasksPerBatch));
    }
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
      return expression.evaluate(values.scope(node, expression.references()), budget);
    } catch (ExpressionException e) {
      throw e.within(part);
    }
  }
}
