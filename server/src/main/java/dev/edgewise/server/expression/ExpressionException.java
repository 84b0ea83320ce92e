package dev.edgewise.server.expression;

/** An expression that cannot be compiled or evaluated, in a sentence for its author. */
public final class ExpressionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ExpressionException(String message) {
    super(message);
  }

  public ExpressionException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The same complaint, told of a part of something larger. */
  ExpressionException within(String part) {
    return new ExpressionException(part + ": " + getMessage(), this);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
