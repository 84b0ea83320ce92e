package dev.edgewise.sdk.json;

/** A text that is no JSON, or a value that does not fit where it should go. */
public final class JsonException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  JsonException(String message) {
    super(message);
  }

  JsonException(String message, Throwable cause) {
    super(message, cause);
  }
}
