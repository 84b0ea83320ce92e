package dev.edgewise.server.http.submission;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.GraphDraft;
import dev.edgewise.core.graph.GraphProblem;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.expression.SecretPlaceholders;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.input.Cursor;
import dev.edgewise.server.input.Violations;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads the body of a submission: an array of tasks, or an object with the member {@code tasks}.
 */
public final class SubmissionReader {

  private static final Logger log = LoggerFactory.getLogger(SubmissionReader.class);
  private static final List<String> MEMBERS =
      List.of("tasks", "name", "inputs", "metadata", "on_task_failure", "deadline");
  private static final Map<String, Boolean> ON_TASK_FAILURE =
      Cursor.spellings(Map.entry("continue", false), Map.entry("stop", true));

  private final Violations violations = new Violations();
  private final List<TaskDraft> tasks = new ArrayList<>();
  private final Cursor in;
  private final SubmissionRules rules;
  private final TaskReader taskReader;
  private @Nullable String name;
  private @Nullable String inputs;
  private @Nullable String metadata;
  private @Nullable Boolean stopsOnFailure;
  private @Nullable Duration deadline;

  private SubmissionReader(JsonParser parser, SubmissionRules rules) {
    this.rules = rules;
    this.in = new Cursor(parser, violations);
    this.taskReader = new TaskReader(in, rules);
  }

  /**
   * Reads and checks a submission.
   *
   * @throws ApiException with all violations
   */
  public static BatchSpec read(InputStream body, SubmissionRules rules) {
    try (JsonParser parser = Wire.parser(body)) {
      var reader = new SubmissionReader(parser, rules);
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw ApiException.of(ErrorCode.MALFORMED_JSON, "The body is empty.");
      }
      reader.document(first);
      if (parser.nextToken() != null) {
        throw ApiException.of(ErrorCode.MALFORMED_JSON, "There is text after the end of the JSON.");
      }
      return reader.spec();
    }
  }

  private void document(JsonToken first) {
    switch (first) {
      case START_ARRAY -> tasks();
      case START_OBJECT -> batch();
      default -> violations.add("body", "must be an array of tasks or an object with tasks");
    }
  }

  private void batch() {
    boolean given = false;
    while (in.nextMember()) {
      switch (in.member()) {
        case "tasks" -> {
          given = !in.isNull();
          if (in.array()) {
            tasks();
          }
        }
        case "name" -> name = in.text(Limits.NAME_MAX_BYTES);
        case "inputs" -> inputs = in.jsonObject(Limits.INPUTS_MAX_BYTES);
        case "metadata" -> metadata = in.json(Limits.METADATA_MAX_BYTES);
        case "on_task_failure" -> stopsOnFailure = in.oneOf(ON_TASK_FAILURE);
        case "deadline" -> deadline = WaitReader.deadline(in);
        default -> in.unknown(MEMBERS);
      }
    }
    if (!given) {
      violations.add("tasks", "is required");
    }
  }

  private void tasks() {
    while (in.nextItem()) {
      if (tasks.size() == rules.maxTasks()) {
        violations.add("tasks", "must be at most " + rules.maxTasks() + " (MAX_TASKS_PER_BATCH)");
        throw ApiException.invalid(violations.lines());
      }
      tasks.add(taskReader.read());
    }
  }

  private void checkJoin(int position, TaskDraft task) {
    if (task.join == null || task.join.all()) {
      return;
    }
    int needed = Math.max(1, task.join.count());
    if (needed > task.edges.size()) {
      violations.add(
          "tasks[" + position + "].join",
          "needs %d satisfied %s, but the task has %d"
              .formatted(needed, needed == 1 ? "dependency" : "dependencies", task.edges.size()));
    }
  }

  /** Refuses secrets in texts that are not evaluated: they would stay as they are. */
  private void checkSecrets() {
    noSecrets("name", name, SecretPlaceholders::mentionedIn);
    noSecrets("inputs", inputs, SecretPlaceholders::mentionedInJson);
    noSecrets("metadata", metadata, SecretPlaceholders::mentionedInJson);
    for (int i = 0; i < tasks.size(); i++) {
      TaskDraft task = tasks.get(i);
      String path = "tasks[" + i + "].";
      noSecrets(path + "name", task.name, SecretPlaceholders::mentionedIn);
      noSecrets(path + "kind", task.kind, SecretPlaceholders::mentionedIn);
      noSecrets(path + "metadata", task.metadata, SecretPlaceholders::mentionedInJson);
    }
  }

  private void noSecrets(String path, @Nullable String text, Predicate<String> mentioned) {
    if (text != null && mentioned.test(text)) {
      violations.add(path, "secrets can only be used in the actions of a task");
    }
  }

  private BatchSpec spec() {
    new DataFlowCheck(tasks, rules, violations).check();
    checkSecrets();
    var graph = new GraphDraft();
    for (int i = 0; i < tasks.size(); i++) {
      tasks.get(i).addTo(graph, i);
      checkJoin(i, tasks.get(i));
    }
    graph.check().problems().stream().map(GraphProblem::line).forEach(violations::add);
    if (!violations.isEmpty()) {
      throw ApiException.invalid(violations.lines());
    }
    if (taskReader.deprecations() > 0) {
      log.warn(
          "A submission uses the deprecated requires_success in {} dependencies; use condition"
              + " instead",
          taskReader.deprecations());
    }
    List<TaskSpec> specs = new ArrayList<>(tasks.size());
    for (TaskDraft task : tasks) {
      specs.add(task.spec(graph));
    }
    return new BatchSpec(
        name,
        inputs,
        metadata,
        specs,
        stopsOnFailure != null && stopsOnFailure,
        deadline == null ? 0 : deadline.toMillis(),
        null);
  }
}
