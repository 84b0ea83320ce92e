package dev.edgewise.server.store.claim;

import dev.edgewise.core.rule.Matcher;
import dev.edgewise.core.rule.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Rules and metadata as the columns of {@code task} keep them. */
public final class StoredRules {
  private static final ObjectMapper JSON = new ObjectMapper();

  private StoredRules() {}

  /** The rules of the column; none for null. */
  public static List<Rule> read(@Nullable String json) {
    if (json == null) {
      return List.of();
    }
    List<Rule> rules = new ArrayList<>();
    for (JsonNode rule : JSON.readTree(json)) {
      List<String> fields = new ArrayList<>();
      rule.path("matcher").path("fields").forEach(field -> fields.add(field.asString()));
      Matcher matcher = new Matcher(rule.path("matcher").path("kind").asString(), fields);
      rules.add(
          switch (rule.path("type").asString()) {
            case "Capacity" -> new Rule.Capacity(matcher, rule.path("max_capacity").asLong());
            case "Rate" ->
                new Rule.Rate(
                    matcher,
                    rule.path("max_starts").asLong(),
                    Duration.parse(rule.path("per").asString()));
            default -> new Rule.Concurrency(matcher, rule.path("max_concurrency").asLong());
          });
    }
    return rules;
  }

  /** The top-level fields of metadata as JSON texts; none for what is no object. */
  public static Map<String, String> fields(@Nullable String metadata) {
    Map<String, String> fields = new HashMap<>();
    if (metadata != null) {
      JSON.readTree(metadata)
          .properties()
          .forEach(field -> fields.put(field.getKey(), field.getValue().toString()));
    }
    return fields;
  }
}
