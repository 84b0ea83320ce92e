package dev.edgewise.server.http.submission;

import dev.edgewise.api.AddedEdge;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.GraphDraft;
import dev.edgewise.core.graph.GraphProblem;
import dev.edgewise.core.graph.Growth;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.expression.SecretPlaceholders;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.input.Cursor;
import dev.edgewise.server.input.Violations;
import dev.edgewise.server.store.submission.Host.Member;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
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
      List.of(
          "tasks",
          "name",
          "inputs",
          "metadata",
          "labels",
          "on_task_failure",
          "deadline",
          "fairness_key",
          "fairness_weight");
  private static final List<String> GROWTH_MEMBERS =
      List.of("tasks", "fairness_key", "fairness_weight");
  private static final Map<String, Boolean> ON_TASK_FAILURE =
      Cursor.spellings(Map.entry("continue", false), Map.entry("stop", true));

  private final Violations violations = new Violations();
  private final List<TaskDraft> tasks = new ArrayList<>();
  private final Cursor in;
  private final SubmissionRules rules;
  private final TaskReader taskReader;
  private List<AddedEdge> added = List.of();
  private @Nullable String name;
  private @Nullable String inputs;
  private @Nullable String metadata;
  private @Nullable String labels;
  private @Nullable Boolean stopsOnFailure;
  private @Nullable Duration deadline;
  private @Nullable String fairnessKey;
  private @Nullable Integer fairnessWeight;

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
    return foresee(body, rules).batch();
  }

  /**
   * A submission that was read.
   *
   * @param added the edges that references add
   * @param deprecations the dependencies that use requires_success
   */
  public record Foreseen(BatchSpec batch, List<AddedEdge> added, int deprecations) {}

  /** Does the same and returns what the reading found out, too. */
  public static Foreseen foresee(InputStream body, SubmissionRules rules) {
    return reading(body, rules, MEMBERS, SubmissionReader::foreseen);
  }

  /**
   * Reads and checks tasks that are added to a batch.
   *
   * @param members finds the tasks of the batch that have these local IDs
   * @throws ApiException with all violations
   */
  public static Growth readGrowth(
      InputStream body, SubmissionRules rules, Function<Set<String>, Map<String, Member>> members) {
    return reading(body, rules, GROWTH_MEMBERS, reader -> reader.growth(members));
  }

  private static <T> T reading(
      InputStream body,
      SubmissionRules rules,
      List<String> names,
      Function<SubmissionReader, T> result) {
    try (JsonParser parser = Wire.parser(body)) {
      var reader = new SubmissionReader(parser, rules);
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw ApiException.of(ErrorCode.MALFORMED_JSON, "The body is empty.");
      }
      reader.document(first, names);
      if (parser.nextToken() != null) {
        throw ApiException.of(ErrorCode.MALFORMED_JSON, "There is text after the end of the JSON.");
      }
      return result.apply(reader);
    }
  }

  private void document(JsonToken first, List<String> names) {
    switch (first) {
      case START_ARRAY -> tasks();
      case START_OBJECT -> batch(names);
      default -> violations.add("body", "must be an array of tasks or an object with tasks");
    }
  }

  private void batch(List<String> names) {
    boolean given = false;
    while (in.nextMember()) {
      switch (names.contains(in.member()) ? in.member() : "") {
        case "tasks" -> {
          given = !in.isNull();
          if (in.array()) {
            tasks();
          }
        }
        case "name" -> name = in.text(Limits.NAME_MAX_BYTES);
        case "inputs" -> inputs = in.jsonObject(Limits.INPUTS_MAX_BYTES);
        case "metadata" -> metadata = in.json(Limits.METADATA_MAX_BYTES);
        case "labels" -> labels = LabelReader.read(in);
        case "on_task_failure" -> stopsOnFailure = in.oneOf(ON_TASK_FAILURE);
        case "fairness_key" -> fairnessKey = in.text(Limits.FAIRNESS_KEY_MAX_BYTES);
        case "fairness_weight" -> fairnessWeight = in.whole(1, Limits.FAIRNESS_WEIGHT_MAX);
        case "deadline" -> deadline = WaitReader.deadline(in);
        default -> in.unknown(names);
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
    noSecrets("labels", labels, SecretPlaceholders::mentionedInJson);
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

  private Foreseen foreseen() {
    return new Foreseen(spec(), added, taskReader.deprecations());
  }

  private BatchSpec spec() {
    return new BatchSpec(
        name,
        inputs,
        metadata,
        labels,
        specs(List.of()),
        stopsOnFailure != null && stopsOnFailure,
        deadline == null ? 0 : deadline.toMillis(),
        null);
  }

  private Growth growth(Function<Set<String>, Map<String, Member>> members) {
    Set<String> ids = new HashSet<>();
    Set<String> named = new LinkedHashSet<>();
    for (TaskDraft task : tasks) {
      if (task.id != null) {
        ids.add(task.id);
      }
      named.addAll(task.names(rules.language()));
    }
    named.addAll(ids);
    List<Growth.Older> older = new ArrayList<>();
    members
        .apply(named)
        .forEach((id, member) -> {
          if (ids.contains(id)) {
            // A repeated request names what it has added: whether it is one is known with its key.
            return;
          }
          if (member.item()) {
            violations.add("tasks", "'" + id + "' is an item of a spread; name the spread instead");
          } else {
            older.add(new Growth.Older(id, member.task()));
          }
        });
    return new Growth(specs(older), older);
  }

  /** The tasks after all checks have passed; they may name older tasks of their batch. */
  private List<TaskSpec> specs(List<Growth.Older> older) {
    List<String> olderIds = older.stream().map(Growth.Older::localId).toList();
    var dataFlow = new DataFlowCheck(tasks, olderIds, rules, violations);
    dataFlow.check();
    added = dataFlow.added();
    checkSecrets();
    var graph = new GraphDraft();
    for (int i = 0; i < tasks.size(); i++) {
      tasks.get(i).addTo(graph, i);
      checkJoin(i, tasks.get(i));
    }
    olderIds.forEach(graph::task);
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
    tasks.forEach(task -> task.inherit(fairnessKey, fairnessWeight));
    return tasks.stream().map(task -> task.spec(graph, tasks.size(), older)).toList();
  }
}
