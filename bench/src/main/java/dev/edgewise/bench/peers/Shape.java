package dev.edgewise.bench.peers;

/** How much of a graph a system can express. */
public enum Shape {
  /** Every edge. */
  EDGES("every edge"),
  /** Layers, in program code that waits for all of one before it begins the next. */
  BARRIERS("layer by layer"),
  /** No dependency at all. */
  INDEPENDENT("independent tasks");

  private final String label;

  Shape(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /** Whether a task may have to wait for others. */
  boolean waits() {
    return this != INDEPENDENT;
  }
}
