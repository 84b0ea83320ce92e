package dev.edgewise.server.http.event;

import dev.edgewise.api.Event;
import dev.edgewise.api.Json;
import dev.edgewise.server.http.BodyItem;
import dev.edgewise.server.http.PercentEncoding;
import dev.edgewise.server.http.Request;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/**
 * The three forms that CloudEvents have over HTTP: one in the body, several in the body, or one
 * whose attributes are headers, so that the body is its data.
 */
final class EventBodies {
  private static final String PREFIX = "ce-";

  private EventBodies() {}

  static List<BodyItem<Event>> read(Request request) {
    return request.header(PREFIX + "specversion").isPresent()
        ? List.of(ofHeaders(request))
        : request.bodyItemOrItems(Event.class, "id");
  }

  private static BodyItem<Event> ofHeaders(Request request) {
    String id = attribute(request, "id").orElse(null);
    String type = attribute(request, "type").orElse(null);
    if (id == null || type == null) {
      return new BodyItem.Faulty<>(id, PREFIX + (id == null ? "id" : "type") + ": is required");
    }
    Instant time;
    try {
      time =
          attribute(request, "time")
              .map(text -> OffsetDateTime.parse(text).toInstant())
              .orElse(null);
    } catch (DateTimeException e) {
      return new BodyItem.Faulty<>(id, PREFIX + "time: must be an RFC 3339 time");
    }
    return new BodyItem.Read<>(
        new Event(
            attribute(request, "specversion").orElse(""),
            id,
            attribute(request, "source").orElse(null),
            type,
            attribute(request, "subject").orElse(null),
            time,
            request.hasBody() ? request.body(Json.class) : null));
  }

  /** Headers carry what is not plain ASCII percent-encoded. */
  private static Optional<String> attribute(Request request, String name) {
    return request
        .header(PREFIX + name)
        .filter(text -> !text.isEmpty())
        .map(PercentEncoding::decode);
  }
}
