package dev.edgewise.server.life;

/** Thrown when a queue or a wait inside the server has reached its limit. */
public final class OverloadedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public OverloadedException(String message) {
    super(message);
  }
}
