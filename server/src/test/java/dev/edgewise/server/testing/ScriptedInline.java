package dev.edgewise.server.testing;

import dev.edgewise.core.readiness.Inline;
import dev.edgewise.core.readiness.Node;
import java.util.function.Function;

/** Decides ready nodes by a function of a test. No task waits or calls. */
public record ScriptedInline(Function<Node, Verdict> verdicts) implements Inline {

  /** Queues every task for an executor. */
  public static final ScriptedInline PROCEED = new ScriptedInline(_ -> new Verdict.Proceed());

  @Override
  public Verdict decide(Node node) {
    return verdicts.apply(node);
  }

  @Override
  public Beginning begin(Node node) {
    throw new IllegalStateException("the test has no task that waits or calls");
  }
}
