package dev.edgewise.server.cli.remote;

/** Why a server could not be asked or refused, in a sentence for the person who asked. */
public final class ClientException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ClientException(String message) {
    super(message);
  }

  ClientException(String message, Throwable cause) {
    super(message, cause);
  }
}
