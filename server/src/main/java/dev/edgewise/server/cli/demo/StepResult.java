package dev.edgewise.server.cli.demo;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The result of an attempt of a step. */
record StepResult(boolean good, int millis) {

  private static final int DEFAULT_MILLIS = 300;

  /**
   * Sleeps as long as the step's metadata says, then succeeds or fails.
   *
   * @return null if the demo ended in the meantime
   */
  static @Nullable StepResult of(JsonNode work, int attempt) {
    int millis = work.path("takes_ms").asInt(DEFAULT_MILLIS);
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      return null;
    }
    return new StepResult(attempt >= work.path("failures").asInt(0), millis);
  }

  /** Returns the request body that reports the result. */
  Map<String, Object> completion() {
    return good
        ? Map.of("status", "Success", "result", Map.of("took_ms", millis))
        : Map.of("status", "Failure", "failure_reason", "the demo lets this attempt fail");
  }
}
