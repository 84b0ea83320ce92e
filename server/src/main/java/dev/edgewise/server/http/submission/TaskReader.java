package dev.edgewise.server.http.submission;

import dev.edgewise.core.graph.StartAfter;
import dev.edgewise.core.state.Join;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Times;
import dev.edgewise.server.input.ActionReader;
import dev.edgewise.server.input.Cursor;
import dev.edgewise.server.input.JsonText;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads one task of a submission. */
final class TaskReader {

  private static final List<String> MEMBERS =
      List.of(
          "id",
          "name",
          "kind",
          "timeout",
          "metadata",
          "priority",
          "fairness_key",
          "fairness_weight",
          "dependencies",
          "join",
          "on_start",
          "on_success",
          "on_failure",
          "on_cancel",
          "retry",
          "rules",
          "dedupe_strategy",
          "expected_count",
          "dead_end_barrier",
          "start_after",
          "deadline");
  private static final List<String> ALL_MEMBERS =
      Stream.concat(MEMBERS.stream(), FlowReader.MEMBERS.stream()).toList();
  private static final Map<String, Join> JOINS =
      Cursor.spellings(Map.entry("all", Join.ALL), Map.entry("any", Join.ANY));

  private final Cursor in;
  private final DependencyReader dependencies;
  private final ActionReader actions;
  private final RetryReader retries;
  private final RuleReader ruleReader;

  TaskReader(Cursor in, SubmissionRules rules) {
    this.in = in;
    this.dependencies = new DependencyReader(in);
    this.actions = new ActionReader(in, rules.url());
    this.retries = new RetryReader(in, rules);
    this.ruleReader = new RuleReader(in);
  }

  /** How many dependencies so far used the deprecated {@code requires_success}. */
  int deprecations() {
    return dependencies.deprecations();
  }

  TaskDraft read() {
    var task = new TaskDraft();
    var flow = new FlowReader(in);
    if (!in.requiredObject()) {
      return task;
    }
    while (in.nextMember()) {
      switch (in.member()) {
        case "id" -> task.id = in.text(Limits.LOCAL_ID_MAX_BYTES);
        case "name" -> task.name = in.text(Limits.NAME_MAX_BYTES);
        case "kind" -> task.kind = in.text(Limits.KIND_MAX_BYTES);
        case "timeout" -> task.timeout = in.whole(Limits.TIMEOUT_MIN_SECS, Limits.TIMEOUT_MAX_SECS);
        case "metadata" -> task.metadata = in.json(Limits.METADATA_MAX_BYTES);
        case "priority" -> task.priority = in.whole(Limits.PRIORITY_MIN, Limits.PRIORITY_MAX);
        case "fairness_key" -> task.fairnessKey = in.text(Limits.FAIRNESS_KEY_MAX_BYTES);
        case "fairness_weight" -> task.fairnessWeight = in.whole(1, Limits.FAIRNESS_WEIGHT_MAX);
        case "dependencies" -> task.edges = dependencies.read();
        case "join" -> task.join = join();
        case "on_start" -> task.onStart = actions.one();
        case "on_success" -> task.onSuccess = actions.list();
        case "on_failure" -> task.onFailure = actions.list();
        case "on_cancel" -> task.onCancel = actions.list();
        case "retry" -> task.retry = retries.read();
        case "rules" -> task.rules = ruleReader.rules();
        case "dedupe_strategy" -> task.dedupe = ruleReader.dedupe();
        case "expected_count" -> task.expectedCount = in.wholeLong(0, Long.MAX_VALUE);
        case "dead_end_barrier" -> task.deadEndBarrier = in.flag();
        case "start_after" -> task.startAfter = startAfter();
        case "deadline" -> task.deadline = WaitReader.deadline(in);
        default -> {
          if (FlowReader.MEMBERS.contains(in.member())) {
            flow.read();
          } else {
            in.unknown(ALL_MEMBERS);
          }
        }
      }
    }
    in.require("id", task.id);
    in.require("name", task.name);
    if (task.rules.needExpectedCount() && task.expectedCount == null) {
      in.violation("expected_count", "is required by a Capacity rule");
    }
    task.flow = flow.dataFlow();
    if (task.kind == null && task.flow.waitFor() != null) {
      task.kind = "wait";
    } else if (task.kind == null && task.flow.call() != null) {
      task.kind = "call";
    }
    in.require("kind", task.kind);
    return task;
  }

  private @Nullable Join join() {
    if (in.isNumber()) {
      Integer count = in.whole(1, Integer.MAX_VALUE);
      return count == null ? null : new Join(count);
    }
    return in.oneOf(JOINS);
  }

  private @Nullable StartAfter startAfter() {
    String text = in.text(Limits.NAME_MAX_BYTES);
    if (text == null) {
      return null;
    }
    try {
      if (text.startsWith("P")) {
        Duration delay = Duration.parse(text);
        if (!delay.isNegative() && delay.toDays() <= Limits.START_AFTER_MAX_DAYS) {
          return new StartAfter.In(delay);
        }
      } else {
        return new StartAfter.At(Times.read(text));
      }
    } catch (DateTimeException e) {
      // Falls through to the common refusal.
    }
    in.violation(
        "must be an RFC 3339 time or an ISO 8601 duration of at most %d days, not %s"
            .formatted(Limits.START_AFTER_MAX_DAYS, JsonText.quoted(text)));
    return null;
  }
}
