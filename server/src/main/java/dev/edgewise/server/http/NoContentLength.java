package dev.edgewise.server.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1ConnectionListener;

/**
 * Removes {@code Content-Length} from answers that must not have one. Helidon adds it to every
 * answer, so it is removed just before the headers are sent.
 */
final class NoContentLength implements Http1ConnectionListener {
  private static final Header UNSENT = HeaderValues.createCached(HeaderNames.CONTENT_LENGTH, "0");

  /** Marks an answer to be sent without its length. */
  static void in(ServerResponse out) {
    out.headers().set(UNSENT);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // Only the marker instance is removed.
  public void headers(ConnectionContext connection, Headers headers) {
    if (headers instanceof WritableHeaders<?> sent
        && sent.contains(HeaderNames.CONTENT_LENGTH)
        && sent.get(HeaderNames.CONTENT_LENGTH) == UNSENT) {
      sent.remove(HeaderNames.CONTENT_LENGTH);
    }
  }
}
