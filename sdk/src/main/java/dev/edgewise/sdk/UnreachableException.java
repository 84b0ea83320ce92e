package dev.edgewise.sdk;

/**
 * The server did not answer, or something else answered in its place. Whether the server has
 * executed the request is unknown.
 */
public final class UnreachableException extends EdgewiseException {

  private static final long serialVersionUID = 1L;

  UnreachableException(String message) {
    super(message);
  }

  UnreachableException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public boolean passing() {
    return true;
  }
}
