package dev.edgewise.server.http.workflow;

import dev.edgewise.api.Json;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.config.NearestName;
import dev.edgewise.server.expression.SecretPlaceholders;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.JsonMembers;
import dev.edgewise.server.http.Wire;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The inputs that a workflow declares, by name. */
record WorkflowInputs(Map<String, Input> declared) {
  private static final String DEFAULT = "default";
  private static final String SCHEMA = "schema";
  private static final List<String> MEMBERS = List.of(DEFAULT, SCHEMA);

  /**
   * One input.
   *
   * @param fallback its default; null when a run must give it
   * @param schema null when any value will do
   */
  record Input(@Nullable Json fallback, @Nullable InputSchema schema) {}

  Set<String> names() {
    return declared.keySet();
  }

  /** Reads the member {@code inputs} of a workflow, which may be null. */
  static WorkflowInputs read(Json given, List<String> problems) {
    Map<String, Input> inputs = new LinkedHashMap<>();
    if (given.equals(Json.NULL)) {
      return new WorkflowInputs(inputs);
    }
    Map<String, Json> declared = JsonMembers.of(given, "inputs");
    long schemaBytes = 0;
    long checksLeft = Limits.SCHEMA_MAX_CHECKS;
    for (Map.Entry<String, Json> each : declared.entrySet()) {
      String path = "inputs." + each.getKey();
      Map<String, Json> members = JsonMembers.of(each.getValue(), path);
      for (String member : members.keySet()) {
        if (!MEMBERS.contains(member)) {
          problems.add(
              "%s.%s: unknown field; only default and schema are allowed".formatted(path, member));
        }
      }
      Json fallback = members.get(DEFAULT);
      Json schema = members.get(SCHEMA);
      noSecrets(path, members.getOrDefault(DEFAULT, Json.NULL), problems);
      if (schema != null) {
        schemaBytes += schema.text().getBytes(StandardCharsets.UTF_8).length;
        if (schemaBytes > Limits.SCHEMAS_MAX_BYTES) {
          problems.add(
              "%s.schema: the schemas of a workflow must have at most %d bytes together"
                  .formatted(path, Limits.SCHEMAS_MAX_BYTES));
          break;
        }
      }
      InputSchema checked =
          schema == null ? null : InputSchema.read(path + "." + SCHEMA, schema, problems);
      if (checked != null && fallback != null) {
        checksLeft -= checked.check(path + "." + DEFAULT, fallback, checksLeft, problems);
      }
      inputs.put(each.getKey(), new Input(fallback, checked));
    }
    return new WorkflowInputs(inputs);
  }

  /** Refuses an input that names secrets: inputs are not evaluated. */
  private static void noSecrets(String path, Json value, List<String> problems) {
    if (SecretPlaceholders.mentionedInJson(value.text())) {
      problems.add(path + ": secrets can only be used in the actions of a task");
    }
  }

  /** The inputs of a run: the given values, and defaults for the rest. */
  Json ofRun(@Nullable Json given) {
    Map<String, Json> values =
        given == null || given.equals(Json.NULL) ? Map.of() : JsonMembers.of(given, "inputs");
    List<String> problems = new ArrayList<>();
    values.forEach((name, value) -> noSecrets("inputs." + name, value, problems));
    for (String name : values.keySet()) {
      if (!declared.containsKey(name)) {
        problems.add(
            "inputs.%s: the workflow has no such input%s"
                .formatted(name, NearestName.hint(name, declared.keySet())));
      }
    }
    Map<String, Json> complete = new LinkedHashMap<>();
    long checksLeft = Limits.SCHEMA_MAX_CHECKS;
    for (Map.Entry<String, Input> each : declared.entrySet()) {
      String name = each.getKey();
      Input input = each.getValue();
      Json value = values.getOrDefault(name, input.fallback());
      if (value == null) {
        problems.add("inputs." + name + ": is required because it has no default");
        continue;
      }
      if (input.schema() != null) {
        checksLeft -= input.schema().check("inputs." + name, value, checksLeft, problems);
      }
      complete.put(name, value);
    }
    if (!problems.isEmpty()) {
      throw ApiException.invalid(problems);
    }
    return new Json(Wire.text(complete));
  }
}
