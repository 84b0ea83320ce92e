package dev.edgewise.server.http.event;

import dev.edgewise.api.Event;
import dev.edgewise.api.Json;
import dev.edgewise.server.http.BodyItem;
import dev.edgewise.server.http.PercentEncoding;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Times;
import dev.edgewise.server.input.JsonText;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Reads CloudEvents in their three HTTP forms: one event in the body, a list of events in the body,
 * or one event whose attributes are headers and whose data is the body.
 */
final class EventBodies {
  private static final String PREFIX = "ce-";
  private static final List<String> ATTRIBUTES =
      List.of("specversion", "id", "source", "type", "subject", "time");

  private EventBodies() {}

  static List<BodyItem<Event>> read(Request request) {
    return request.header(PREFIX + "specversion").isPresent()
        ? List.of(ofHeaders(request))
        : request.bodyItemOrItems(Event.class, "id");
  }

  private static BodyItem<Event> ofHeaders(Request request) {
    for (String name : ATTRIBUTES) {
      String flaw = attribute(request, name).map(JsonText::flaw).orElse(null);
      if (flaw != null) {
        return new BodyItem.Faulty<>(null, PREFIX + name + ": " + flaw);
      }
    }
    String id = attribute(request, "id").orElse(null);
    String type = attribute(request, "type").orElse(null);
    if (id == null || type == null) {
      return new BodyItem.Faulty<>(id, PREFIX + (id == null ? "id" : "type") + ": is required");
    }
    Instant time;
    try {
      time = attribute(request, "time").map(Times::read).orElse(null);
    } catch (DateTimeException e) {
      return new BodyItem.Faulty<>(id, PREFIX + "time: must be " + Times.FORM);
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

  /** Reads an attribute from a header, which is percent-encoded. */
  private static Optional<String> attribute(Request request, String name) {
    return request
        .header(PREFIX + name)
        .filter(text -> !text.isEmpty())
        .map(PercentEncoding::decode);
  }
}
