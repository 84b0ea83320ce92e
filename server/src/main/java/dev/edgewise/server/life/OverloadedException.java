package dev.edgewise.server.life;

/** This server cannot do a piece of work now, because too much of it waits already. */
public final class OverloadedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public OverloadedException(String message) {
    super(message);
  }
}
