package dev.edgewise.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.server.config.Limits;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** What the body of an accepted on_start call tells. */
public sealed interface StartAnswer {

  /**
   * The work has begun.
   *
   * @param cancelAction the action that would stop it; null when the answer named none
   */
  record Started(@Nullable String cancelAction) implements StartAnswer {}

  /**
   * The work is already done.
   *
   * @param result in JSON; null when there is none
   */
  record Succeeded(@Nullable String result) implements StartAnswer {}

  /** The work was tried and failed. */
  record Failed(String reason, boolean retryable) implements StartAnswer {}

  private static StartAnswer succeeded(JsonNode result) {
    if (result.isMissingNode()) {
      return new Succeeded(null);
    }
    String json = result.toString();
    return json.getBytes(UTF_8).length > Limits.RESULT_MAX_BYTES
        ? new Failed(
            "The result in the answer has more than " + Limits.RESULT_MAX_BYTES + " bytes", false)
        : new Succeeded(json);
  }

  /** A reason as it can be stored. */
  private static String reason(String given) {
    String text = given.replace('\0', '\uFFFD');
    return text.length() > Limits.FAILURE_REASON_MAX_BYTES / 4
        ? text.substring(0, Limits.FAILURE_REASON_MAX_BYTES / 4) + "…"
        : text;
  }

  /** Reads a body; one that means nothing in particular says that the work has begun. */
  static StartAnswer of(String body) {
    JsonNode answer;
    try {
      answer = WebhookAction.JSON.readTree(body);
    } catch (JacksonException e) {
      return new Started(null);
    }
    if (!answer.isObject()) {
      return new Started(null);
    }
    return switch (answer.path("status").asString("")) {
      case "Success" -> succeeded(answer.path("result"));
      case "Failure" ->
          new Failed(
              reason(answer.path("failure_reason").asString("The receiver reported a failure")),
              answer.path("retryable").asBoolean(true));
      default -> new Started(WebhookAction.of(answer).isPresent() ? answer.toString() : null);
    };
  }
}
