package dev.edgewise.core.state;

/**
 * How many edges into a task must be satisfied before it is ready.
 *
 * @param count the number; {@link #ALL_EDGES} and {@link #ANY_EDGE} stand for all and any
 */
public record Join(int count) {
  private static final int ALL_EDGES = 0;
  private static final int ANY_EDGE = -1;

  /** All edges, whatever their number. */
  public static final Join ALL = new Join(ALL_EDGES);

  /** One edge. */
  public static final Join ANY = new Join(ANY_EDGE);

  public Join {
    if (count < ANY_EDGE) {
      throw new IllegalArgumentException("No task can need " + count + " edges");
    }
  }

  /** Whether all edges are needed, so that one that cannot be satisfied decides. */
  public boolean all() {
    return count == ALL_EDGES;
  }

  /** Whether one edge is enough. */
  public boolean any() {
    return count == ANY_EDGE;
  }

  /**
   * Returns how many of a task's edges must be satisfied.
   *
   * @param edges how many there are
   */
  public int needed(int edges) {
    return all() ? edges : Math.min(any() ? 1 : count, edges);
  }
}
