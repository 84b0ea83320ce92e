package dev.edgewise.sdk;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request.
 *
 * @param path with the query, if any
 * @param body JSON; null sends none
 * @param patience how long the answer may take
 */
record Call(
    String method,
    String path,
    @Nullable String body,
    Map<String, String> headers,
    Duration patience) {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  static Call of(String method, String path, @Nullable String body) {
    return new Call(method, path, body, Map.of(), PATIENCE);
  }

  static Call get(String path) {
    return of("GET", path, null);
  }

  Call with(String header, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(header, value);
    return new Call(method, path, body, more, patience);
  }

  /** The same for a call that the server may hold open. */
  Call waiting(Duration longest) {
    return new Call(method, path, body, headers, patience.plus(longest));
  }
}
