package dev.edgewise.server;

/** Why the server cannot start, in a sentence for the person who started it. */
public final class StartException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StartException(String message) {
    super(message);
  }

  public StartException(String message, Throwable cause) {
    super(message, cause);
  }
}
