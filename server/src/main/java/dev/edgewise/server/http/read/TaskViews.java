package dev.edgewise.server.http.read;

import dev.edgewise.api.Action;
import dev.edgewise.api.BasicTask;
import dev.edgewise.api.EdgeCondition;
import dev.edgewise.api.Join;
import dev.edgewise.api.Json;
import dev.edgewise.api.Retry;
import dev.edgewise.api.Rule;
import dev.edgewise.api.SpreadErrors;
import dev.edgewise.api.SpreadMinSuccess;
import dev.edgewise.api.Task;
import dev.edgewise.api.TaskAction;
import dev.edgewise.api.TaskDependency;
import dev.edgewise.api.TaskError;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.api.Trigger;
import dev.edgewise.api.WaitForm;
import dev.edgewise.api.WaitingFor;
import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.MinSuccess;
import dev.edgewise.core.graph.Spread;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.input.SecretHeaders;
import dev.edgewise.server.input.StoredJson;
import dev.edgewise.server.store.read.TaskDetail;
import dev.edgewise.server.store.read.TaskRow;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns stored tasks into the records that the API returns. */
public final class TaskViews {

  private static final Map<TaskState, TaskStatus> STATUSES =
      named(TaskState.class, TaskStatus::valueOf);
  private static final Map<Resolution, TaskStatus> OUTCOMES =
      Map.of(
          Resolution.SUCCESS, TaskStatus.SUCCESS,
          Resolution.FAILED, TaskStatus.FAILURE,
          Resolution.SKIPPED, TaskStatus.SKIPPED,
          Resolution.CANCELLED, TaskStatus.CANCELED);
  private static final Map<Condition, EdgeCondition> CONDITIONS =
      Condition.all().stream()
          .collect(
              Collectors.toMap(
                  condition -> condition,
                  condition ->
                      new EdgeCondition(
                          condition.outcomes().stream()
                              .map(OUTCOMES::get)
                              .collect(Collectors.toSet()))));

  private TaskViews() {}

  /** Maps the constants of the engine to those of the API with the same names. */
  private static <K extends Enum<K>, V> Map<K, V> named(Class<K> type, Function<String, V> naming) {
    Map<K, V> named = new EnumMap<>(type);
    for (K constant : type.getEnumConstants()) {
      named.put(constant, naming.apply(constant.name()));
    }
    return named;
  }

  public static BasicTask basic(TaskRow row) {
    return new BasicTask(
        row.key().publicId(),
        row.name(),
        row.kind(),
        status(row.state()),
        row.createdAt(),
        row.startedAt(),
        row.endedAt(),
        row.success(),
        row.failures(),
        row.expectedCount(),
        row.key().batchId(),
        row.deadEndBarrier(),
        row.priority(),
        row.attempt(),
        row.failureReason(),
        row.nextRetryAt(),
        join(row));
  }

  private static Join join(TaskRow row) {
    return new Join(row.join().count());
  }

  public static Task task(TaskDetail detail) {
    TaskRow row = detail.basics();
    DataFlow flow = detail.flow();
    Spread spread = flow.spread();
    return new Task(
        row.key().publicId(),
        row.name(),
        row.kind(),
        status(row.state()),
        row.createdAt(),
        row.startedAt(),
        row.endedAt(),
        row.success(),
        row.failures(),
        row.expectedCount(),
        row.key().batchId(),
        row.deadEndBarrier(),
        row.priority(),
        row.attempt(),
        detail.timeoutSecs(),
        rules(detail.rules()),
        json(detail.metadata()),
        actions(detail.actions(), detail.cancelAction()),
        detail.lastUpdated(),
        row.failureReason(),
        detail.retry() == null ? null : Wire.read(detail.retry(), Retry.class),
        row.nextRetryAt(),
        dependencies(detail.parents()),
        json(detail.result()),
        json(flow.input()),
        flow.let(),
        flow.when(),
        flow.output(),
        spread == null ? null : spread.list(),
        spread == null ? null : SpreadErrors.valueOf(spread.errors().name()),
        spread == null || spread.parallel() == 0 ? null : spread.parallel(),
        spread == null ? null : minSuccess(spread.minSuccess()),
        flow.returns(),
        json(flow.waitFor()),
        json(flow.call()),
        detail.deadline() == null ? null : detail.deadline().toString(),
        waiting(detail.waiting()),
        detail.childBatch(),
        join(row),
        detail.startAfter(),
        detail.worker(),
        detail.parents().size(),
        detail.satisfied(),
        detail.fairness().key(),
        detail.fairness().weight(),
        detail.told().progress(),
        detail.told().message(),
        error(detail.told().error()));
  }

  static @Nullable TaskError error(@Nullable String stored) {
    return stored == null ? null : Wire.read(stored, TaskError.class);
  }

  private static @Nullable SpreadMinSuccess minSuccess(@Nullable MinSuccess given) {
    return given == null ? null : new SpreadMinSuccess(given.amount(), given.percent());
  }

  static @Nullable WaitingFor waiting(TaskDetail.@Nullable Wait wait) {
    return wait == null
        ? null
        : new WaitingFor(
            WaitForm.valueOf(wait.kind().toUpperCase(Locale.ROOT)),
            wait.name(),
            wait.key(),
            wait.title(),
            wait.text(),
            wait.since(),
            wait.due());
  }

  private static List<TaskDependency> dependencies(List<TaskDetail.Parent> parents) {
    List<TaskDependency> dependencies = new ArrayList<>(parents.size());
    for (TaskDetail.Parent parent : parents) {
      dependencies.add(
          new TaskDependency(
              parent.localId(), parent.task().publicId(), condition(parent.condition())));
    }
    return dependencies;
  }

  static TaskStatus status(TaskState state) {
    return Objects.requireNonNull(STATUSES.get(state));
  }

  static EdgeCondition condition(Condition condition) {
    return Objects.requireNonNull(CONDITIONS.get(condition));
  }

  /** A condition in a sentence: its name, or its outcomes. */
  static String words(Condition condition) {
    return condition
        .name()
        .orElseGet(() ->
            condition(condition).outcomes().stream()
                .sorted()
                .map(TaskStatus::wireName)
                .collect(Collectors.joining(" or ")));
  }

  static @Nullable Json json(@Nullable String text) {
    return text == null ? null : new Json(text);
  }

  private static List<Rule> rules(@Nullable String json) {
    return json == null ? List.of() : List.of(Wire.read(json, Rule[].class));
  }

  private static List<TaskAction> actions(Actions actions, @Nullable String learned) {
    List<TaskAction> all = new ArrayList<>();
    if (actions.start() != null) {
      all.add(action(Wire.read(actions.start(), Action.class), Trigger.START));
    }
    addAll(all, actions.success(), Trigger.SUCCESS);
    addAll(all, actions.failure(), Trigger.FAILURE);
    addAll(all, actions.cancel(), Trigger.CANCEL);
    if (learned != null) {
      all.add(action(Wire.read(StoredJson.unmarked(learned), Action.class), Trigger.CANCEL));
    }
    return all;
  }

  private static void addAll(List<TaskAction> all, @Nullable String json, Trigger trigger) {
    if (json != null) {
      for (Action action : Wire.read(json, Action[].class)) {
        all.add(action(action, trigger));
      }
    }
  }

  private static TaskAction action(Action action, Trigger trigger) {
    return new TaskAction(action.kind(), trigger, SecretHeaders.masked(action.params()));
  }
}
