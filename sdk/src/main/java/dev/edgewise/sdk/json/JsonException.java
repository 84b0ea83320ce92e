package dev.edgewise.sdk.json;

/** A text is not JSON, or a value does not have the expected type. */
public final class JsonException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  JsonException(String message) {
    super(message);
  }

  JsonException(String message, Throwable cause) {
    super(message, cause);
  }
}
