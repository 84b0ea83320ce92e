package dev.edgewise.server.http.event;

import dev.edgewise.api.Json;
import dev.edgewise.api.TaskError;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.input.StoredError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The error of an event: a text is the reason of the failure, and an object has one as its message.
 *
 * @param reason null when there is none
 * @param stored the error as it is stored; null when the event has only a reason
 */
record EventError(@Nullable String reason, @Nullable String stored) {

  /**
   * @throws ApiException when it has neither form
   */
  static EventError of(@Nullable Json given) {
    if (given == null || given.equals(Json.NULL)) {
      return new EventError(null, null);
    }
    return switch (given.text().charAt(0)) {
      case '"' -> new EventError(Wire.readPart(given, "data.error", String.class), null);
      case '{' -> {
        TaskError error = Wire.readPart(given, "data.error", TaskError.class);
        String reason = error.message() == null ? error.type() : error.message();
        yield new EventError(
            reason == null ? null : JsonText.beginning(reason, Limits.FAILURE_REASON_MAX_BYTES / 4),
            StoredError.of(error));
      }
      default ->
          throw ApiException.invalid(
              List.of("data.error: must be a text or an object with type, message and stack"));
    };
  }
}
