package dev.edgewise.server.input;

import dev.edgewise.api.Webhook;
import dev.edgewise.server.config.Secret;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The headers of actions whose names say that their values are secret. No answer shows such a
 * value, however it was given, and no request may contain the mask that answers show instead.
 */
public final class SecretHeaders {
  private static final List<String> WORDS =
      List.of(
          "authorization", "cookie", "token", "secret", "password", "api-key", "api_key", "apikey");
  private static final List<String> TRIGGERS =
      List.of("on_start", "on_success", "on_failure", "on_cancel");

  /** Keeps all digits of the numbers in bodies. */
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private SecretHeaders() {}

  /** Whether the values of a header are secret. */
  static boolean include(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return WORDS.stream().anyMatch(lower::contains);
  }

  /** Returns a webhook with masks for secret header values. */
  public static Webhook masked(Webhook webhook) {
    Map<String, String> headers = webhook.headers();
    if (headers == null || headers.keySet().stream().noneMatch(SecretHeaders::include)) {
      return webhook;
    }
    Map<String, String> shown = new LinkedHashMap<>();
    headers.forEach((name, value) -> shown.put(name, include(name) ? Secret.MASK : value));
    return new Webhook(webhook.url(), webhook.verb(), webhook.body(), shown);
  }

  /** Returns the definition of a workflow with masks for the secret header values of its tasks. */
  public static String maskedWorkflow(String definition) {
    JsonNode workflow = JSON.readTree(definition);
    boolean changed = false;
    for (JsonNode task : workflow.path("tasks")) {
      for (String trigger : TRIGGERS) {
        JsonNode given = task.path(trigger);
        for (JsonNode action : given.isArray() ? given : List.of(given)) {
          changed |= mask(action.path("params").path("headers"));
        }
      }
    }
    return changed ? JSON.writeValueAsString(workflow) : definition;
  }

  private static boolean mask(JsonNode headers) {
    if (!(headers instanceof ObjectNode object)) {
      return false;
    }
    List<String> secret = object.propertyNames().stream().filter(SecretHeaders::include).toList();
    secret.forEach(name -> object.put(name, Secret.MASK));
    return !secret.isEmpty();
  }
}
