package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import io.helidon.http.DirectHandler;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import java.nio.charset.StandardCharsets;

/**
 * Problem documents for requests that Helidon refuses before a route is found, because they are
 * malformed or too large.
 */
final class TransportProblems {

  private TransportProblems() {}

  static DirectHandlers handlers() {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      handlers.addHandler(
          type,
          (request, event, status, headers, message) -> {
            byte[] body =
                Wire.text(
                        Problems.problem(
                            ApiException.of(code(status.code()), detail(status.code()))))
                    .getBytes(StandardCharsets.UTF_8);
            return DirectHandler.TransportResponse.builder()
                .status(Status.create(code(status.code()).status()))
                .headers(headers)
                .header(HeaderNames.CONTENT_TYPE, Problems.MEDIA_TYPE)
                .keepAlive(false)
                .entity(body)
                .build();
          });
    }
    return handlers.build();
  }

  private static String detail(int status) {
    return status == 400
        ? "The request line or a header is not valid HTTP. In a URL, write characters such as"
            + " { } | \" as %7B %7D %7C %22."
        : "The request was refused before it was read.";
  }

  private static ErrorCode code(int status) {
    return switch (status) {
      case 413 -> ErrorCode.BODY_TOO_LARGE;
      case 404 -> ErrorCode.ROUTE_NOT_FOUND;
      case 503 -> ErrorCode.SHUTTING_DOWN;
      case 500 -> ErrorCode.INTERNAL;
      default -> ErrorCode.INVALID_REQUEST;
    };
  }
}
