package dev.edgewise.server.store.graph;

import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.retry.RetryPolicy;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A retry policy as the {@code retry} column keeps it, which is also how the API shows it. */
public final class StoredRetry {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int CACHED_POLICIES = 1_000;
  private static final Map<String, RetryPolicy> CACHE = new ConcurrentHashMap<>();

  private StoredRetry() {}

  static @Nullable RetryPolicy read(@Nullable String json) {
    if (json == null) {
      return null;
    }
    RetryPolicy cached = CACHE.get(json);
    if (cached != null) {
      return cached;
    }
    RetryPolicy policy = parse(JSON.readTree(json));
    if (CACHE.size() < CACHED_POLICIES) {
      CACHE.put(json, policy);
    }
    return policy;
  }

  private static RetryPolicy parse(JsonNode json) {
    Set<FailureType> retryOn = null;
    if (json.get("retry_on") instanceof ArrayNode causes) {
      retryOn = EnumSet.noneOf(FailureType.class);
      for (JsonNode cause : causes) {
        retryOn.add(FailureType.valueOf(cause.asString().toUpperCase(Locale.ROOT)));
      }
    }
    return new RetryPolicy(
        json.get("max_retries").asInt(),
        json.get("initial_delay_secs").asInt(),
        json.get("backoff_multiplier").asDouble(),
        json.get("max_delay_secs").asInt(),
        retryOn,
        json.get("jitter").asDouble());
  }

  /** The column's text for a policy; null for none. */
  public static @Nullable String write(@Nullable RetryPolicy policy) {
    if (policy == null) {
      return null;
    }
    ObjectNode json = JSON.createObjectNode();
    json.put("max_retries", policy.maxRetries());
    json.put("initial_delay_secs", policy.initialDelaySecs());
    json.put("backoff_multiplier", policy.backoffMultiplier());
    json.put("max_delay_secs", policy.maxDelaySecs());
    if (policy.retryOn() == null) {
      json.putNull("retry_on");
    } else {
      ArrayNode causes = json.putArray("retry_on");
      policy.retryOn().stream().sorted().forEach(cause -> causes.add(cause.wireName()));
    }
    json.put("jitter", policy.jitter());
    return json.toString();
  }
}
