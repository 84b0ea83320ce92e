package dev.edgewise.server.cli.demo;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** How an attempt of a step went. */
record Outcome(boolean good, int millis) {

  private static final int DEFAULT_MILLIS = 300;

  /**
   * Works as long as the step's metadata says.
   *
   * @return null when the demo ended meanwhile
   */
  static @Nullable Outcome of(JsonNode work, int attempt) {
    int millis = work.path("takes_ms").asInt(DEFAULT_MILLIS);
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      return null;
    }
    return new Outcome(attempt >= work.path("failures").asInt(0), millis);
  }

  /** The outcome as the API wants it. */
  Map<String, Object> completion() {
    return good
        ? Map.of("status", "Success", "result", Map.of("took_ms", millis))
        : Map.of("status", "Failure", "failure_reason", "the demo lets this attempt fail");
  }
}
