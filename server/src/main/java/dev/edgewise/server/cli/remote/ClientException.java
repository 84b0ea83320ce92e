package dev.edgewise.server.cli.remote;

/** Thrown when a request fails; the message is a sentence for the user. */
public final class ClientException extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final int FIRST_SERVER_ERROR = 500;

  /** The status of the answer; 0 when there was none. */
  private final int status;

  public ClientException(String message) {
    this(message, 0);
  }

  ClientException(String message, int status) {
    super(message);
    this.status = status;
  }

  public ClientException(String message, Throwable cause) {
    super(message, cause);
    this.status = 0;
  }

  /** Whether the same request may succeed later: the server is away, or busy. */
  boolean isPassing() {
    return status == 0 || status == 429 || status >= FIRST_SERVER_ERROR;
  }
}
