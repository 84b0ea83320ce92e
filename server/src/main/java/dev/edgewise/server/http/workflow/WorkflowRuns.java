package dev.edgewise.server.http.workflow;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Json;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.commit.Submissions;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.http.submission.SubmissionReader;
import dev.edgewise.server.http.submission.SubmissionRules;
import dev.edgewise.server.http.task.SubmitTasks;
import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.store.submission.SubmissionKey;
import dev.edgewise.server.store.submission.Submitted;
import dev.edgewise.server.store.workflow.Workflows;
import dev.edgewise.server.store.workflow.Workflows.Stored;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Starts workflows. Each run is a batch whose metadata names the workflow and its version. */
public final class WorkflowRuns {
  private final Workflows workflows;
  private final Submissions submissions;
  private final SubmissionRules rules;

  /** A run, and whether this call started it. */
  public record Run(UUID batchId, int version, boolean started) {}

  /** The call of a task cannot start its run now, or not any more. */
  public static final class CallWaitsException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  public WorkflowRuns(Workflows workflows, Submissions submissions, SubmissionRules rules) {
    this.workflows = workflows;
    this.submissions = submissions;
    this.rules = rules;
  }

  /** Finds a version of a workflow, or the newest when none is given. */
  public Stored find(Workspace workspace, String name, @Nullable Integer version) {
    return workflows
        .find(workspace, name, version)
        .orElseThrow(() ->
            ApiException.of(
                ErrorCode.WORKFLOW_NOT_FOUND,
                "There is no workflow %s%s."
                    .formatted(
                        JsonText.quoted(name), version == null ? "" : " of version " + version)));
  }

  /** Refuses inputs with which the workflow cannot be started. */
  public static void checkInputs(Stored workflow, @Nullable Json inputs) {
    WorkflowText.read(new Json(workflow.content())).inputs().ofRun(inputs);
  }

  /** Refuses a workflow whose runs would be refused as submissions. */
  void check(String name, WorkflowText workflow) {
    read(
        workflow,
        workflow.submission(name, Json.NULL, new Json("{}"), Map.of()),
        rules.withInputs(workflow.inputs().names()));
  }

  /**
   * What starts a run.
   *
   * @param actor the person, key, schedule or task that starts it
   * @param key a second start with the same key returns the first run; null starts a run each time
   * @param metadata further metadata of the run
   * @param labels are added to those of the workflow
   * @param caller the task that calls the workflow; null if none does
   */
  public record Cause(
      String actor,
      @Nullable String key,
      Map<String, String> metadata,
      Map<String, String> labels,
      BatchSpec.@Nullable Caller caller) {}

  /**
   * Starts a run.
   *
   * @param inputs an object; null for none
   */
  public Run start(Stored workflow, @Nullable Json inputs, Cause cause) {
    Workspace workspace = workflow.version().workspace();
    String name = workflow.version().name();
    int version = workflow.version().version();
    WorkflowText text = WorkflowText.read(new Json(workflow.content()));
    Map<String, Object> origin = new LinkedHashMap<>();
    origin.put(Workflows.NAME, name);
    origin.put(Workflows.VERSION, version);
    origin.putAll(cause.metadata());
    Json submission =
        text.submission(
            name, new Json(Wire.text(origin)), text.inputs().ofRun(inputs), cause.labels());
    BatchSpec batch = read(text, submission, rules).calledBy(cause.caller());
    SubmissionKey once =
        cause.key() == null ? null : SubmissionKey.ofRun(workspace, name, cause.key());
    return switch (submissions.submit(new Caller(workspace, cause.actor()), batch, once, _ -> {})) {
      case Submitted.Created created -> new Run(created.batchId(), version, true);
      case Submitted.Replayed(UUID batchId, var _, var _) ->
          new Run(batchId, workflows.versionOf(batchId).orElse(version), false);
      case Submitted.UnknownParents(var ids) -> throw SubmitTasks.unknownParents(ids);
      case Submitted.TooMany(String why, int seconds) -> throw ApiException.tooMany(why, seconds);
      case Submitted.Nothing _ ->
          throw ApiException.invalid(List.of("tasks: all of them exist already (dedupe_strategy)"));
      case Submitted.CallWaits _ -> throw new CallWaitsException();
      case Submitted.KeyMismatch _, Submitted.KeyInUse _ ->
          throw new IllegalStateException("the run key of a workflow cannot conflict");
    };
  }

  private static BatchSpec read(WorkflowText workflow, Json submission, SubmissionRules rules) {
    try {
      return SubmissionReader.read(
          new ByteArrayInputStream(submission.text().getBytes(StandardCharsets.UTF_8)), rules);
    } catch (ApiException e) {
      throw workflow.attributeToOutput(e);
    }
  }
}
