package dev.edgewise.server.store;

/** Rows moved between being loaded and being written; the transaction starts again. */
public final class RetryableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public RetryableException(String counts) {
    super("rows moved while the group was decided: " + counts);
  }
}
