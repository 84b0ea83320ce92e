package dev.edgewise.core.graph;

import org.jspecify.annotations.Nullable;

/**
 * A task that runs once for each item of a list.
 *
 * @param list the expression of the list
 * @param errors what a failed item does
 * @param minSuccess how many items must succeed; null for all, or for none if errors are collected
 * @param parallel the number of items that may run at once; 0 for no limit
 */
public record Spread(String list, Errors errors, @Nullable MinSuccess minSuccess, int parallel) {

  /** What a failed item does. */
  public enum Errors {
    /** The spread fails once all items have ended. */
    FAIL,
    /** The error becomes the value at the index of the item. */
    COLLECT,
    /** The items that have not ended are canceled. */
    FAIL_FAST
  }

  /** Creates a spread that fails if an item fails, without a limit. */
  public static Spread over(String list) {
    return new Spread(list, Errors.FAIL, null, 0);
  }

  /** Whether a failed item may leave the spread successful. */
  public boolean absorbsFailures() {
    return errors == Errors.COLLECT || minSuccess != null;
  }

  /**
   * Returns how many failed items make it certain that the spread fails; not positive if it fails
   * whatever they do.
   *
   * @param items the number of items
   */
  public int fatal(int items) {
    return minSuccess == null ? 1 : items - minSuccess.of(items) + 1;
  }
}
