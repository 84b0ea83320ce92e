package dev.edgewise.core.readiness;

/** Which claim of which attempt a caller speaks for. */
public record Token(int attempt, int claim) {

  /** Stands for a text that no executor ever got; it speaks for nobody. */
  public static final Token NEVER_GIVEN = new Token(-1, -1);
}
