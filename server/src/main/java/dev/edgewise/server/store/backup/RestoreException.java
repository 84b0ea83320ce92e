package dev.edgewise.server.store.backup;

/** Why a backup is not restored, in a sentence for the person who asked for it. */
public final class RestoreException extends Exception {
  private static final long serialVersionUID = 1L;

  RestoreException(String message) {
    super(message);
  }
}
