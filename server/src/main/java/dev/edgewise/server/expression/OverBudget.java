package dev.edgewise.server.expression;

/**
 * Ends an evaluation that exceeded its budget. It is an Error because CEL continues after an
 * exception: {@code &&}, {@code ||} and comprehensions keep it as a value.
 */
final class OverBudget extends Error {
  private static final long serialVersionUID = 1L;

  private final RuntimeException exception;

  OverBudget(RuntimeException exception) {
    super(exception.getMessage(), null, false, false);
    this.exception = exception;
  }

  /** Returns the exception to throw to callers of the language. */
  RuntimeException exception() {
    return exception;
  }
}
