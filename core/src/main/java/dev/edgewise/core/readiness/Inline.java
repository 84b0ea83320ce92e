package dev.edgewise.core.readiness;

import java.util.List;

/** Decides nodes with expressions, from the results that its transaction can read. */
public interface Inline {

  /** Decides what happens to a ready node. */
  Verdict decide(Node node);

  /** Decides how a task begins that runs without an executor. */
  Beginning begin(Node node);

  /** How a task begins that runs without an executor. */
  sealed interface Beginning {
    /** It waits. */
    record Waits(WaitTerms terms) implements Beginning {}

    /** It calls a workflow. */
    record Calls(CallTerms terms) implements Beginning {}

    /** It fails, because an expression failed or has an unusable value. */
    record Fails(String reason) implements Beginning {}
  }

  /** What happens to a ready node. */
  sealed interface Verdict {
    /** The node is queued for an executor. */
    record Proceed() implements Verdict {}

    /** The guard is false. */
    record Skip() implements Verdict {}

    /** The node succeeds with this value, a JSON text. */
    record Value(String json) implements Verdict {}

    /** The node fails: an expression or an item of its spread failed. */
    record Fail(String reason) implements Verdict {}

    /** The node spreads into one task for each of these JSON texts. */
    record Items(List<String> items) implements Verdict {
      public Items {
        items = List.copyOf(items);
      }
    }
  }
}
