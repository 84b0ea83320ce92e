package dev.edgewise.api;

/**
 * How many items of a spread must succeed. In JSON it is a number, or a percentage such as {@code
 * "90%"}, rounded up.
 */
public record SpreadMinSuccess(int amount, boolean percent) implements Alternative {

  @Override
  public Object form() {
    return percent ? amount + "%" : amount;
  }
}
