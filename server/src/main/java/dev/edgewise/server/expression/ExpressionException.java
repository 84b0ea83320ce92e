package dev.edgewise.server.expression;

/** Thrown when an expression cannot be compiled or evaluated; the message is for its author. */
public final class ExpressionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int MAX_CHARS = 1_000;

  public ExpressionException(String message) {
    super(storable(message));
  }

  public ExpressionException(String message, Throwable cause) {
    super(storable(message), cause);
  }

  /** Removes U+0000, which PostgreSQL cannot store: messages may quote values. */
  private static String storable(String message) {
    String text = message.replace('\0', '\uFFFD');
    return text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + "...";
  }

  /** Returns the same message with the part it belongs to. */
  ExpressionException within(String part) {
    return new ExpressionException(part + ": " + getMessage(), this);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
