package dev.edgewise.server.cli.remote;

/** Thrown when a request fails; the message is a sentence for the user. */
public final class ClientException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ClientException(String message) {
    super(message);
  }

  ClientException(String message, Throwable cause) {
    super(message, cause);
  }
}
