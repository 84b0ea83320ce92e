package dev.edgewise.server.http.workflow;

import dev.edgewise.api.Json;
import dev.edgewise.server.config.NearestName;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Digests;
import dev.edgewise.server.http.JsonMembers;
import dev.edgewise.server.http.Wire;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A workflow's definition, from which the submission of each run is built.
 *
 * @param tasks an array
 * @param output an expression; null when there is none
 * @param shared what means the same in a submission
 */
record WorkflowText(
    WorkflowInputs inputs,
    Json tasks,
    int taskCount,
    @Nullable String output,
    Map<String, Json> shared) {
  private static final String LABELS = "labels";

  /** The members that mean the same in a submission, which checks them. */
  private static final List<String> SHARED =
      List.of("on_task_failure", "deadline", "fairness_key", "fairness_weight", LABELS);

  private static final List<String> MEMBERS =
      List.of(
          "inputs",
          "tasks",
          "output",
          LABELS,
          "on_task_failure",
          "deadline",
          "fairness_key",
          "fairness_weight");

  /** The id of the task that is added to each run for the output. */
  private static final String OUTPUT_ID = "output";

  private static final JsonMapper SORTING =
      JsonMapper.builder()
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .build();

  /** Reads a definition, and checks what the submission of a run does not check. */
  static WorkflowText read(Json definition) {
    Map<String, Json> members = JsonMembers.of(definition, "body");
    List<String> problems = new ArrayList<>();
    for (String member : members.keySet()) {
      if (!MEMBERS.contains(member)) {
        problems.add(member + ": unknown field" + NearestName.hint(member, MEMBERS));
      }
    }
    Json tasks = members.getOrDefault("tasks", Json.NULL);
    int taskCount = JsonMembers.arraySize(tasks);
    if (taskCount < 1) {
      problems.add("tasks: must be an array with at least one task");
    }
    WorkflowInputs inputs =
        WorkflowInputs.read(members.getOrDefault("inputs", Json.NULL), problems);
    String output = output(members.getOrDefault("output", Json.NULL), problems);
    if (!problems.isEmpty()) {
      throw ApiException.invalid(problems);
    }
    Map<String, Json> shared = new LinkedHashMap<>(members);
    shared.keySet().retainAll(SHARED);
    return new WorkflowText(inputs, tasks, taskCount, output, shared);
  }

  private static @Nullable String output(Json given, List<String> problems) {
    if (given.equals(Json.NULL)) {
      return null;
    }
    if (!given.text().startsWith("\"")) {
      problems.add("output: must be a string with an expression");
      return null;
    }
    return Wire.read(given.text(), String.class);
  }

  /** A hash that ignores white space and the order of members. */
  static byte[] hash(Json definition) {
    String sorted = SORTING.writeValueAsString(SORTING.readValue(definition.text(), Object.class));
    return Digests.sha256().digest(sorted.getBytes(StandardCharsets.UTF_8));
  }

  /** The body of the submission for a run. */
  Json submission(String name, Json metadata, Json runInputs, Map<String, String> runLabels) {
    Json all = output == null ? tasks : withOutput(output);
    Map<String, Json> members = new LinkedHashMap<>();
    members.put("name", new Json(Wire.text(name)));
    members.put("metadata", metadata);
    members.put("inputs", runInputs);
    members.put("tasks", all);
    members.putAll(shared);
    if (!runLabels.isEmpty()) {
      members.put(LABELS, withLabels(runLabels));
    }
    return new Json(Wire.text(members));
  }

  /** The labels of the workflow and those of a run, which take precedence. */
  private Json withLabels(Map<String, String> runLabels) {
    Map<String, Object> labels = new LinkedHashMap<>();
    Json own = shared.getOrDefault(LABELS, Json.NULL);
    if (!own.equals(Json.NULL)) {
      labels.putAll(JsonMembers.of(own, LABELS));
    }
    labels.putAll(runLabels);
    return new Json(Wire.text(labels));
  }

  private Json withOutput(String expression) {
    Map<String, String> task = new LinkedHashMap<>();
    task.put("id", OUTPUT_ID);
    task.put("name", "Output");
    task.put("kind", OUTPUT_ID);
    task.put("output", expression);
    String others = tasks.text().substring(0, tasks.text().length() - 1);
    return new Json(others + "," + Wire.text(task) + "]");
  }

  /** Reports problems of the task that was added for the output as problems of {@code output}. */
  ApiException attributeToOutput(ApiException refused) {
    String added = "tasks[" + taskCount + "].";
    return ApiException.invalid(
        refused.details().stream()
            .map(detail ->
                detail.startsWith(added + "id")
                    ? "output: a workflow with an output cannot have a task with the id "
                        + OUTPUT_ID
                    : detail.startsWith(added) ? detail.substring(added.length()) : detail)
            .toList());
  }
}
