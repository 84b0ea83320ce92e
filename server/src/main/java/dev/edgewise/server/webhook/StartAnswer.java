package dev.edgewise.server.webhook;

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
      case "Success" -> {
        JsonNode result = answer.path("result");
        yield new Succeeded(result.isMissingNode() ? null : result.toString());
      }
      case "Failure" ->
          new Failed(
              answer.path("failure_reason").asString("The receiver reported a failure"),
              answer.path("retryable").asBoolean(true));
      default -> new Started(WebhookAction.of(answer).isPresent() ? answer.toString() : null);
    };
  }
}
