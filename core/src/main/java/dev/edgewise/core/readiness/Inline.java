package dev.edgewise.core.readiness;

import java.util.List;

/** Decides a ready node that has expressions, from the results its transaction can see. */
public interface Inline {

  /** What becomes of a ready node. */
  Verdict decide(Node node);

  /** What becomes of a ready node. */
  sealed interface Verdict {
    /** It queues for an executor. */
    record Proceed() implements Verdict {}

    /** Its guard is false. */
    record Skip() implements Verdict {}

    /** It has this value, as JSON text, and ended well. */
    record Value(String json) implements Verdict {}

    /** An expression failed, or an item of its spread did. */
    record Fail(String reason) implements Verdict {}

    /** It becomes one task for each of these JSON texts. */
    record Items(List<String> items) implements Verdict {
      public Items {
        items = List.copyOf(items);
      }
    }
  }
}
