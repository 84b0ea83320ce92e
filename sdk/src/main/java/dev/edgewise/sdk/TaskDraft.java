package dev.edgewise.sdk;

import dev.edgewise.api.Action;
import dev.edgewise.api.ActionKind;
import dev.edgewise.api.Call;
import dev.edgewise.api.Dependency;
import dev.edgewise.api.EdgeCondition;
import dev.edgewise.api.Join;
import dev.edgewise.api.Json;
import dev.edgewise.api.Matcher;
import dev.edgewise.api.Retry;
import dev.edgewise.api.Rule;
import dev.edgewise.api.SpreadErrors;
import dev.edgewise.api.SpreadMinSuccess;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.api.TaskSubmission;
import dev.edgewise.api.Verb;
import dev.edgewise.api.Wait;
import dev.edgewise.api.Webhook;
import dev.edgewise.sdk.json.JsonWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Builds a task for submission. The server's defaults apply to everything that is not set. */
public final class TaskDraft {

  private final String id;
  private final String kind;
  private String name;
  private final List<Dependency> dependencies = new ArrayList<>();
  private final List<Action> onSuccess = new ArrayList<>();
  private final List<Action> onFailure = new ArrayList<>();
  private final List<Action> onCancel = new ArrayList<>();
  private final List<Rule> rules = new ArrayList<>();
  private final List<Matcher> dedupe = new ArrayList<>();
  private @Nullable Join join;
  private @Nullable Integer timeoutSecs;
  private @Nullable Json metadata;
  private @Nullable Integer priority;
  private @Nullable Action onStart;
  private @Nullable Retry retry;
  private @Nullable Long expectedCount;
  private @Nullable Boolean deadEndBarrier;
  private @Nullable String startAfter;
  private @Nullable String let;
  private @Nullable String when;
  private @Nullable String output;
  private @Nullable Json input;
  private @Nullable String spread;
  private @Nullable SpreadErrors spreadErrors;
  private @Nullable Integer spreadParallel;
  private @Nullable SpreadMinSuccess spreadMinSuccess;
  private @Nullable String returns;
  private @Nullable Wait waitFor;
  private @Nullable Call call;
  private @Nullable String deadline;
  private @Nullable String fairnessKey;
  private @Nullable Integer fairnessWeight;

  TaskDraft(String id, String kind) {
    this.id = id;
    this.kind = kind;
    this.name = id;
  }

  /** Sets the display name; the id by default. */
  public TaskDraft name(String text) {
    name = text;
    return this;
  }

  /** Runs the task after the given tasks have succeeded. */
  public TaskDraft after(String... ids) {
    return depends(EdgeCondition.ON_SUCCESS, ids);
  }

  /** Runs the task after the given tasks have ended in any way. */
  public TaskDraft afterEnd(String... ids) {
    return depends(EdgeCondition.ALWAYS, ids);
  }

  /** Runs the task after the given tasks have failed or were canceled. */
  public TaskDraft afterFailure(String... ids) {
    return depends(EdgeCondition.ON_FAILURE, ids);
  }

  private TaskDraft depends(EdgeCondition condition, String... ids) {
    for (String parent : ids) {
      dependencies.add(new Dependency(parent, null, condition, null));
    }
    return this;
  }

  /** Runs the task after a task has ended with one of these outcomes. */
  public TaskDraft afterOutcome(String id, TaskStatus... outcomes) {
    return depends(EdgeCondition.of(outcomes), id);
  }

  /** Runs the task as soon as so many of its dependencies are satisfied; by default all must be. */
  public TaskDraft join(int satisfied) {
    join = new Join(satisfied);
    return this;
  }

  /** Runs the task as soon as one of its dependencies is satisfied. */
  public TaskDraft joinAny() {
    join = Join.ANY;
    return this;
  }

  /** Adds a dependency on a task of an earlier batch. */
  public TaskDraft afterTask(UUID task, EdgeCondition condition) {
    dependencies.add(new Dependency(null, task, condition, null));
    return this;
  }

  /**
   * Makes the task a webhook task: the server posts to this URL instead of waiting for a worker.
   */
  public TaskDraft onStart(String url, @Nullable Object body) {
    onStart = post(url, body);
    return this;
  }

  public TaskDraft onSuccess(String url, @Nullable Object body) {
    onSuccess.add(post(url, body));
    return this;
  }

  public TaskDraft onFailure(String url, @Nullable Object body) {
    onFailure.add(post(url, body));
    return this;
  }

  public TaskDraft onCancel(String url, @Nullable Object body) {
    onCancel.add(post(url, body));
    return this;
  }

  private static Action post(String url, @Nullable Object body) {
    Json json = body == null ? null : new Json(JsonWriter.write(body));
    return new Action(ActionKind.WEBHOOK, new Webhook(url, Verb.POST, json, null));
  }

  /**
   * Sets the worker's input: a map or a record, whose texts may contain <code>${expressions}</code>
   * .
   */
  public TaskDraft input(Object template) {
    input = new Json(JsonWriter.write(template));
    return this;
  }

  /** Makes the task an inline task whose result is the value of an expression. */
  public TaskDraft let(String expression) {
    let = expression;
    return this;
  }

  /** Skips the task when the expression is false. */
  public TaskDraft when(String expression) {
    when = expression;
    return this;
  }

  /** Makes the task an inline task that sets the batch's result to the value of an expression. */
  public TaskDraft output(String expression) {
    output = expression;
    return this;
  }

  /** Runs the task once for each item of the list that the expression evaluates to. */
  public TaskDraft spread(String expression) {
    spread = expression;
    return this;
  }

  /** Limits how many items of the spread run at once. */
  public TaskDraft spreadParallel(int most) {
    spreadParallel = most;
    return this;
  }

  /** Collects the errors of failed items as values instead of failing the spread. */
  public TaskDraft collectErrors() {
    spreadErrors = SpreadErrors.COLLECT;
    return this;
  }

  /** Retries a failed task with the default delays. */
  public TaskDraft retry(int maxRetries) {
    return retry(new Retry(maxRetries, null, null, null, null, null));
  }

  public TaskDraft retry(Retry policy) {
    retry = policy;
    return this;
  }

  /** Sets the time without activity after which a running attempt fails. */
  public TaskDraft timeout(Duration longest) {
    timeoutSecs = Math.toIntExact(longest.toSeconds());
    return this;
  }

  public TaskDraft metadata(Object value) {
    metadata = new Json(JsonWriter.write(value));
    return this;
  }

  /** Sets the priority; tasks with a higher priority run first. */
  public TaskDraft priority(int value) {
    priority = value;
    return this;
  }

  public TaskDraft rule(Rule rule) {
    rules.add(rule);
    return this;
  }

  /** Does not create the task when a matching one exists. */
  public TaskDraft dedupe(Matcher matcher) {
    dedupe.add(matcher);
    return this;
  }

  public TaskDraft expectedCount(long amount) {
    expectedCount = amount;
    return this;
  }

  /** Stops dead-end cancellation at this task, so that its ancestors are not canceled. */
  public TaskDraft deadEndBarrier() {
    deadEndBarrier = true;
    return this;
  }

  public TaskDraft startAfter(Instant time) {
    startAfter = time.toString();
    return this;
  }

  public TaskDraft startAfter(Duration delay) {
    startAfter = delay.toString();
    return this;
  }

  /** Makes the task end the batch, with the value of this expression as its result. */
  public TaskDraft returns(String expression) {
    returns = expression;
    return this;
  }

  /** Makes the task wait for this time after it became ready; nobody executes it. */
  public TaskDraft waitFor(Duration time) {
    return waitFor(new Wait(time.toString(), null, null, null, null));
  }

  /** Makes the task wait until this time; nobody executes it. */
  public TaskDraft waitUntil(Instant time) {
    return waitFor(new Wait(null, time.toString(), null, null, null));
  }

  /** Makes the task wait for a signal to its batch; nobody executes it. */
  public TaskDraft waitForSignal(String signal) {
    return waitFor(new Wait(null, null, new Wait.Signal(signal, null), null, null));
  }

  /** Makes the task wait for the decision of a person; nobody executes it. */
  public TaskDraft waitForApproval(@Nullable String title, @Nullable String text) {
    return waitFor(new Wait(null, null, null, new Wait.Approval(title, text), null));
  }

  /** Makes the task wait; nobody executes it. */
  public TaskDraft waitFor(Wait wait) {
    waitFor = wait;
    return this;
  }

  /** Makes the task run a workflow as a batch of its own; nobody executes it. */
  public TaskDraft calls(String workflow, @Nullable Object inputs) {
    call = new Call(workflow, null, inputs == null ? null : new Json(JsonWriter.write(inputs)));
    return this;
  }

  /** Fails the task unless it has ended in this time after it became ready. */
  public TaskDraft deadline(Duration time) {
    deadline = time.toString();
    return this;
  }

  /**
   * Cancels the other items of the spread as soon as so many have failed that it cannot succeed.
   */
  public TaskDraft failFast() {
    spreadErrors = SpreadErrors.FAIL_FAST;
    return this;
  }

  /** Lets the spread succeed when at least so many of its items do. */
  public TaskDraft spreadMinSuccess(int items) {
    spreadMinSuccess = new SpreadMinSuccess(items, false);
    return this;
  }

  /** Lets the spread succeed when at least this percentage of its items do. */
  public TaskDraft spreadMinSuccessPercent(int percent) {
    spreadMinSuccess = new SpreadMinSuccess(percent, true);
    return this;
  }

  /**
   * Lets the task take turns with those of other keys that are equally urgent.
   *
   * @param weight how many turns the key gets where others get one, from 1 to 100
   */
  public TaskDraft fairness(String key, int weight) {
    fairnessKey = key;
    fairnessWeight = weight;
    return this;
  }

  TaskSubmission submission() {
    return new TaskSubmission(
        id,
        name,
        kind,
        timeoutSecs,
        metadata,
        priority,
        given(dependencies),
        join,
        onStart,
        given(onSuccess),
        given(onFailure),
        given(onCancel),
        retry,
        given(rules),
        given(dedupe),
        expectedCount,
        deadEndBarrier,
        startAfter,
        let,
        when,
        output,
        input,
        spread,
        spreadErrors,
        spreadParallel,
        spreadMinSuccess,
        returns,
        waitFor,
        call,
        deadline,
        fairnessKey,
        fairnessWeight);
  }

  private static <T> @Nullable List<T> given(List<T> list) {
    return list.isEmpty() ? null : List.copyOf(list);
  }
}
