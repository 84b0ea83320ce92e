package dev.edgewise.sdk;

/** A request that failed. */
public abstract sealed class EdgewiseException extends RuntimeException
    permits RefusedException, UnreachableException {

  private static final long serialVersionUID = 1L;

  EdgewiseException(String message) {
    super(message);
  }

  EdgewiseException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Whether the same request may succeed later. */
  public abstract boolean passing();
}
