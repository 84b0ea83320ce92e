package dev.edgewise.server.expression;

/**
 * Ends an evaluation that used up its budget. It is an error and not an exception because CEL goes
 * on after an exception: {@code &&}, {@code ||} and its loops keep it as a value.
 */
final class OverBudget extends Error {
  private static final long serialVersionUID = 1L;

  private final RuntimeException exception;

  OverBudget(RuntimeException exception) {
    super(exception.getMessage(), null, false, false);
    this.exception = exception;
  }

  /** What callers of the language get instead. */
  RuntimeException exception() {
    return exception;
  }
}
