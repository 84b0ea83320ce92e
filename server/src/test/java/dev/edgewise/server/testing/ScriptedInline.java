package dev.edgewise.server.testing;

import dev.edgewise.core.readiness.CallTerms;
import dev.edgewise.core.readiness.Inline;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.WaitTerms;
import java.util.function.Function;

/**
 * Decides ready nodes by a function of a test. Every wait is for the signal {@link #SIGNAL}, with
 * that name as its key, too.
 */
public record ScriptedInline(Function<Node, Verdict> verdicts) implements Inline {

  /** Queues every task for an executor. */
  public static final ScriptedInline PROCEED = new ScriptedInline(_ -> new Verdict.Proceed());

  /** The name and the key of the signal that tasks wait for. */
  public static final String SIGNAL = "go";

  @Override
  public Verdict decide(Node node) {
    return verdicts.apply(node);
  }

  @Override
  public Beginning begin(Node node) {
    return node.shape().flow().waitFor() == null
        ? new Beginning.Calls(new CallTerms("none", null, null))
        : new Beginning.Waits(
            new WaitTerms(WaitTerms.Kind.SIGNAL, null, null, false, SIGNAL, SIGNAL, null, null));
  }
}
