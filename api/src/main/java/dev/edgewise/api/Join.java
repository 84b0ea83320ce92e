package dev.edgewise.api;

/**
 * How many edges into a task must be satisfied before it is ready. In JSON it is {@code all},
 * {@code any} or a number.
 *
 * @param count the number; 0 for all, -1 for any
 */
public record Join(int count) implements Alternative {
  /** All edges. */
  public static final Join ALL = new Join(0);

  /** One edge. */
  public static final Join ANY = new Join(-1);

  @Override
  public Object form() {
    return switch (count) {
      case 0 -> "all";
      case -1 -> "any";
      default -> count;
    };
  }
}
