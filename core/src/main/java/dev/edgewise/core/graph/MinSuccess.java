package dev.edgewise.core.graph;

/**
 * The number of items of a spread that must succeed.
 *
 * @param percent whether the amount is a percentage of the items, rounded up
 */
public record MinSuccess(int amount, boolean percent) {

  /** Returns the number for a spread of so many items; it may exceed them. */
  public int of(int items) {
    return percent ? Math.ceilDiv(items * amount, 100) : amount;
  }

  /** Reads what {@link #toString} wrote. */
  public static MinSuccess parse(String text) {
    boolean percent = text.endsWith("%");
    String digits = percent ? text.substring(0, text.length() - 1) : text;
    return new MinSuccess(Integer.parseInt(digits), percent);
  }

  /** The spelling in the API: 3 or 90%. */
  @Override
  public String toString() {
    return amount + (percent ? "%" : "");
  }
}
