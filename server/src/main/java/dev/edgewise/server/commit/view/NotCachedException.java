package dev.edgewise.server.commit.view;

/** A decision from memory needs more than the cache has, so the view has to be read. */
public final class NotCachedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotCachedException() {
    super("the cache does not have all that the decision needs", null, false, false);
  }
}
