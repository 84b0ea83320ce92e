package dev.edgewise.server.testing;

import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.Spread;

/** Data flows with one expression, for tests that need no more. */
public final class TestFlow {
  private TestFlow() {}

  /** An inline node with this value. */
  public static DataFlow let(String expression) {
    return new DataFlow(expression, null, null, null, null, null, null, null);
  }

  /** An inline node whose value is the result of the batch. */
  public static DataFlow output(String expression) {
    return new DataFlow(null, null, expression, null, null, null, null, null);
  }

  /** An inline node that ends the batch with its value. */
  public static DataFlow returns(String expression) {
    return new DataFlow(null, null, null, expression, null, null, null, null);
  }

  /** A task that waits for a signal. */
  public static DataFlow waiting() {
    return new DataFlow(null, null, null, null, null, null, "{}", null);
  }

  /** A task that calls a workflow for each item, so many at once. */
  public static DataFlow calling(String list, int parallel) {
    var spread = new Spread(list, Spread.Errors.FAIL, null, parallel);
    return new DataFlow(null, null, null, null, null, spread, null, "{}");
  }

  /** A task that runs once for each item. */
  public static DataFlow spread(String list) {
    return spread(Spread.over(list));
  }

  /** A task that runs once for each item, so many at once. */
  public static DataFlow spread(String list, int parallel) {
    return spread(new Spread(list, Spread.Errors.FAIL, null, parallel));
  }

  /** A task that runs once for each item. */
  public static DataFlow spread(Spread spread) {
    return new DataFlow(null, null, null, null, null, spread, null, null);
  }
}
