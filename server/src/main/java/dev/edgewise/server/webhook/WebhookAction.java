package dev.edgewise.server.webhook;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The HTTP request that an action describes.
 *
 * @param method the HTTP method, in capitals
 * @param body JSON text; null for a request without a body
 */
record WebhookAction(
    String url, String method, @Nullable String body, Map<String, String> headers) {

  /** Keeps all digits of the numbers in bodies. */
  static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");

  WebhookAction {
    headers = Map.copyOf(headers);
  }

  /**
   * Parses an action.
   *
   * @throws IllegalArgumentException when the action is not a webhook
   */
  static WebhookAction of(String json) {
    try {
      return of(JSON.readTree(json))
          .orElseThrow(() -> new IllegalArgumentException("the action is not a webhook"));
    } catch (JacksonException e) {
      throw new IllegalArgumentException("the action is not JSON", e);
    }
  }

  /** Returns the webhook that a JSON value describes; empty when it describes something else. */
  static Optional<WebhookAction> of(JsonNode action) {
    JsonNode params = action.path("params");
    String method = params.path("verb").asString("").toUpperCase(Locale.ROOT);
    boolean shaped =
        action.path("kind").asString("").equals("Webhook")
            && params.path("url").isString()
            && METHODS.contains(method);
    if (!shaped) {
      return Optional.empty();
    }
    Map<String, String> headers = new LinkedHashMap<>();
    params
        .path("headers")
        .properties()
        .forEach(header -> headers.put(header.getKey(), header.getValue().asString("")));
    JsonNode body = params.path("body");
    return Optional.of(
        new WebhookAction(
            params.path("url").asString(),
            method,
            body.isMissingNode() || body.isNull() ? null : body.toString(),
            headers));
  }
}
