package dev.edgewise.sdk;

/** A call that did not lead to an answer as it should. */
public abstract sealed class EdgewiseException extends RuntimeException
    permits RefusedException, UnreachableException {

  private static final long serialVersionUID = 1L;

  EdgewiseException(String message) {
    super(message);
  }

  EdgewiseException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Whether the same call may succeed in a moment. */
  public abstract boolean passing();
}
