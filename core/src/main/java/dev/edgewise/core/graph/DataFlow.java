package dev.edgewise.core.graph;

import org.jspecify.annotations.Nullable;

/**
 * The expressions of a task; an absent one is null.
 *
 * @param let the value of an inline node
 * @param when the guard: false skips the task
 * @param output the batch's result
 * @param returns the batch's result, which also ends the batch
 * @param input the JSON template for the executor of the task
 * @param spread the list whose items each become a task
 * @param waitFor the JSON object that says what the task waits for
 * @param call the JSON object that says which workflow the task runs
 */
public record DataFlow(
    @Nullable String let,
    @Nullable String when,
    @Nullable String output,
    @Nullable String returns,
    @Nullable String input,
    @Nullable Spread spread,
    @Nullable String waitFor,
    @Nullable String call) {

  /** A task without expressions. */
  public static final DataFlow NONE = new DataFlow(null, null, null, null, null, null, null, null);

  /** Returns these expressions without the input, which only an executor needs. */
  public DataFlow withoutInput() {
    var kept = new DataFlow(let, when, output, returns, null, spread, waitFor, call);
    // Most tasks have no input; sharing the instance saves memory.
    return kept.equals(NONE) ? NONE : kept;
  }

  /** Whether the server decides the node's outcome as soon as it is ready. */
  public boolean inline() {
    return let != null || output != null || returns != null;
  }

  /** Whether the task is never queued for an executor: it is decided inline, waits, or calls. */
  public boolean unexecuted() {
    return inline() || waitFor != null || call != null;
  }
}
