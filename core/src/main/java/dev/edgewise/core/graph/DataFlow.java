package dev.edgewise.core.graph;

import org.jspecify.annotations.Nullable;

/**
 * The expressions of a task; an absent one is null.
 *
 * @param let the value of an inline node
 * @param when the guard: false skips the task
 * @param output the batch's result
 * @param input the JSON template handed to whoever executes the task
 * @param spread the list whose items each become a task
 * @param collectErrors whether a failed item becomes a value instead of failing the spread
 * @param spreadParallel how many items may run at once; 0 means no bound
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

  /** This without the input, which only an executor needs. */
  public DataFlow withoutInput() {
    var kept = new DataFlow(let, when, output, null, spread, collectErrors, spreadParallel);
    // Most tasks have none, and what is kept is kept for many tasks.
    return kept.equals(NONE) ? NONE : kept;
  }

  /** Whether the engine itself decides the node's outcome, without an executor. */
  public boolean inline() {
    return let != null || output != null;
  }
}
