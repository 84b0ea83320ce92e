package dev.edgewise.core.readiness;

/** The claim and attempt that a report belongs to. */
public record Token(int attempt, int claim) {

  /** Matches no claim; used for a text that is not a valid token. */
  public static final Token NEVER_GIVEN = new Token(-1, -1);

  /** Matches any claim; real claims count from 1. */
  private static final int ANY_CLAIM = 0;

  /** Returns a token that matches any claim of an attempt. */
  public static Token ofAttempt(int attempt) {
    return new Token(attempt, ANY_CLAIM);
  }

  /** Whether the token names a single claim, as the tokens of executors do. */
  public boolean ofClaim() {
    return claim != ANY_CLAIM;
  }

  /** Whether the token matches this claim of this attempt. */
  public boolean names(int currentAttempt, int currentClaim) {
    return attempt == currentAttempt && (claim == currentClaim || claim == ANY_CLAIM);
  }
}
