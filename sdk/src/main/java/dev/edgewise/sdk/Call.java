package dev.edgewise.sdk;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to the server.
 *
 * @param path including the query, if any
 * @param body JSON; null for none
 * @param timeout the timeout of the request
 */
record Call(
    String method,
    String path,
    @Nullable String body,
    Map<String, String> headers,
    Duration timeout) {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  static Call of(String method, String path, @Nullable String body) {
    return new Call(method, path, body, Map.of(), TIMEOUT);
  }

  static Call get(String path) {
    return of("GET", path, null);
  }

  Call with(String header, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(header, value);
    return new Call(method, path, body, more, timeout);
  }

  /** The request with a longer timeout, because the server may hold it open for the given time. */
  Call waiting(Duration longest) {
    return new Call(method, path, body, headers, timeout.plus(longest));
  }
}
