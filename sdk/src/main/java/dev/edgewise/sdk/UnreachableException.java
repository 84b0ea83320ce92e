package dev.edgewise.sdk;

/** The server did not answer; whether it acted is unknown. */
public final class UnreachableException extends EdgewiseException {

  private static final long serialVersionUID = 1L;

  UnreachableException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public boolean passing() {
    return true;
  }
}
