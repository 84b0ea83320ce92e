package dev.edgewise.server.expression;

/** An expression that cannot be compiled or evaluated, in a sentence for its author. */
public final class ExpressionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int MAX_CHARS = 1_000;

  public ExpressionException(String message) {
    super(storable(message));
  }

  public ExpressionException(String message, Throwable cause) {
    super(storable(message), cause);
  }

  /** It may quote values, and PostgreSQL has no text with the character 0. */
  private static String storable(String message) {
    String text = message.replace('\0', '\uFFFD');
    return text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + "...";
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
