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
 * Takes {@code Content-Length} out of answers that must not have one. Helidon gives it to each
 * answer that lacks it, so it is taken away at the last moment.
 */
final class UnsentLength implements Http1ConnectionListener {
  private static final Header UNSENT = HeaderValues.createCached(HeaderNames.CONTENT_LENGTH, "0");

  /**
   * Keeps the length out of an answer that is about to be sent.
   *
   * @param http2 whether it is sent by HTTP/2, which has no listener
   */
  static void in(ServerResponse out, boolean http2) {
    out.headers().set(UNSENT);
    if (http2) {
      out.beforeSend(() -> out.headers().remove(HeaderNames.CONTENT_LENGTH));
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // Only this very header is meant.
  public void headers(ConnectionContext connection, Headers headers) {
    if (headers instanceof WritableHeaders<?> sent
        && sent.contains(HeaderNames.CONTENT_LENGTH)
        && sent.get(HeaderNames.CONTENT_LENGTH) == UNSENT) {
      sent.remove(HeaderNames.CONTENT_LENGTH);
    }
  }
}
