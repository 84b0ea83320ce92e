package dev.edgewise.core.graph;

import org.jspecify.annotations.Nullable;

/**
 * The expressions of a task; an absent one is null.
 *
 * @param let the value of an inline node
 * @param when the guard: false skips the task
 * @param output the batch's result
 * @param input the JSON template for the executor of the task
 * @param spread the list whose items each become a task
 * @param collectErrors whether a failed item becomes a value instead of failing the spread
 * @param spreadParallel the number of items that may run at once; 0 for no limit
 */
public record DataFlow(
    @Nullable String let,
    @Nullable String when,
    @Nullable String output,
    @Nullable String input,
    @Nullable String spread,
    boolean collectErrors,
    int spreadParallel) {

  /** A task without expressions. */
  public static final DataFlow NONE = new DataFlow(null, null, null, null, null, false, 0);

  /** Returns these expressions without the input, which only an executor needs. */
  public DataFlow withoutInput() {
    var kept = new DataFlow(let, when, output, null, spread, collectErrors, spreadParallel);
    // Most tasks have no input; sharing the instance saves memory.
    return kept.equals(NONE) ? NONE : kept;
  }

  /** Whether the server decides the node's outcome without an executor. */
  public boolean inline() {
    return let != null || output != null;
  }
}
