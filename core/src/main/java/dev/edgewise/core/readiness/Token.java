package dev.edgewise.core.readiness;

/** Which claim of which attempt a caller speaks for. */
public record Token(int attempt, int claim) {

  /** Stands for a text that no executor ever got; it speaks for nobody. */
  public static final Token NEVER_GIVEN = new Token(-1, -1);

  /** Claims are counted from 1; this stands for whichever is current. */
  private static final int ANY_CLAIM = 0;

  /** Speaks for an attempt, whoever holds it. */
  public static Token ofAttempt(int attempt) {
    return new Token(attempt, ANY_CLAIM);
  }

  /** Whether it speaks for one claim, as only those who got its token do. */
  public boolean ofClaim() {
    return claim != ANY_CLAIM;
  }

  /** Whether it speaks for this claim of this attempt. */
  public boolean names(int currentAttempt, int currentClaim) {
    return attempt == currentAttempt && (claim == currentClaim || claim == ANY_CLAIM);
  }
}
