package dev.edgewise.server.http.work;

import dev.edgewise.api.CompletionAnswer;
import dev.edgewise.api.CompletionResult;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.LogAnswer;
import dev.edgewise.api.LogLines;
import dev.edgewise.api.Scope;
import dev.edgewise.api.TaskLines;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.BodyItem;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.task.CommandAnswers;
import dev.edgewise.server.http.task.CompletionLimits;
import dev.edgewise.server.life.OverloadedException;
import dev.edgewise.server.store.DeliveryTokens;
import dev.edgewise.server.store.claim.Leases.Held;
import dev.edgewise.server.store.log.LogLine;
import dev.edgewise.server.store.log.TaskLogs;
import dev.edgewise.server.store.log.TaskLogs.Appended;
import dev.edgewise.server.store.update.TaskUpdates;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The routes by which executors log: a worker about all tasks that it holds in one request, and a
 * webhook receiver about its task. Only a few requests write at the same time, so that logs leave
 * connections to other requests.
 */
public final class WorkLogs {
  private final TaskLogs logs;
  private final TaskUpdates tasks;
  private final DeliveryTokens tokens;
  private final Measures measures;
  private final Semaphore writers = new Semaphore(Limits.LOG_WRITERS_MAX, true);

  /** What happens when lines were written. */
  public interface Measures {
    void logged(int lines, int dropped);
  }

  public WorkLogs(TaskLogs logs, TaskUpdates tasks, DeliveryTokens tokens, Measures measures) {
    this.logs = logs;
    this.tasks = tasks;
    this.tokens = tokens;
    this.measures = measures;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/work/log", "Log about held tasks")
            .scope(Scope.WORK)
            .operation("logTasks")
            .takes(Route.listOf(TaskLines.class))
            .answers(200, Route.listOf(CompletionAnswer.class))
            .fails(ErrorCode.OVERLOADED)
            .by(this::ofWorker),
        Route.post("/v1/tasks/{id}/logs", "Log about a task whose delivery token is given")
            .scopeOrToken(Scope.WORK)
            .operation("logTask")
            .query("token", String.class, "delivery token of the attempt; required")
            .takes(LogLines.class)
            .answers(200, LogAnswer.class)
            .fails(ErrorCode.TASK_NOT_FOUND, ErrorCode.WRONG_STATE, ErrorCode.OVERLOADED)
            .by(this::ofReceiver));
  }

  /** The attempt that an item is about, or why it is about none. */
  private record Item(@Nullable String taskId, @Nullable Held held, @Nullable String error) {}

  private Answer ofWorker(Request request) throws InterruptedException {
    List<BodyItem<TaskLines>> given = request.bodyItems(TaskLines.class);
    CompletionLimits.checkCount("[]", given);
    Map<Held, List<LogLine>> lines = new HashMap<>();
    List<Item> items = given.stream().map(each -> item(request, each, lines)).toList();
    Map<Held, Appended> results = write(lines);
    return Answer.ok(items.stream().map(item -> answer(item, results)).toList());
  }

  private Item item(Request request, BodyItem<TaskLines> item, Map<Held, List<LogLine>> lines) {
    return switch (item) {
      case BodyItem.Faulty(String taskId, String error) -> new Item(taskId, null, error);
      case BodyItem.Read(TaskLines given) -> {
        String taskId = given.taskId().toString();
        List<String> problems = LogTexts.problems(given.lines());
        if (!problems.isEmpty()) {
          yield new Item(taskId, null, String.join("; ", problems));
        }
        Held held =
            request
                .task(given.taskId())
                .map(task -> held(task, given.deliveryToken()))
                .orElse(null);
        if (held != null) {
          lines.computeIfAbsent(held, _ -> new ArrayList<>()).addAll(LogTexts.of(given.lines()));
        }
        yield new Item(taskId, held, null);
      }
    };
  }

  private Held held(TaskKey task, String text) {
    Token token = tokens.decode(task, text);
    return new Held(task, token == null ? Token.NEVER_GIVEN : token);
  }

  private static CompletionAnswer answer(Item item, Map<Held, Appended> results) {
    if (item.error() != null) {
      return new CompletionAnswer(item.taskId(), CompletionResult.INVALID, item.error());
    }
    Appended result = item.held() == null ? new Appended.Unknown() : results.get(item.held());
    return new CompletionAnswer(
        item.taskId(),
        switch (result) {
          case Appended.Stored _ -> CompletionResult.OK;
          case Appended.Stale _ -> CompletionResult.STALE;
          case Appended.Unknown _ -> CompletionResult.UNKNOWN;
          case null -> CompletionResult.UNKNOWN;
        },
        null);
  }

  private Answer ofReceiver(Request request) throws InterruptedException {
    TaskKey task = request.task();
    String token =
        request
            .query("token")
            .orElseThrow(() -> ApiException.invalid(List.of("token: is required")));
    TaskUpdates.Standing standing =
        tasks.standing(task).orElseThrow(() -> CommandAnswers.unknown(task));
    List<dev.edgewise.api.LogLine> lines = request.body(LogLines.class).lines();
    List<String> problems = LogTexts.problems(lines);
    if (!problems.isEmpty()) {
      throw ApiException.invalid(problems);
    }
    Held held = held(task, token);
    if (!(write(Map.of(held, LogTexts.of(lines))).get(held) instanceof Appended.Stored)) {
      throw ApiException.wrongState(
          "The task is %s at attempt %d: the token belongs to an attempt that is not under way."
              .formatted(standing.state().wireName(), standing.attempt()),
          CommandAnswers.status(standing.state()),
          standing.attempt());
    }
    return Answer.ok(new LogAnswer(CompletionResult.OK));
  }

  private Map<Held, Appended> write(Map<Held, List<LogLine>> lines) throws InterruptedException {
    if (lines.isEmpty()) {
      return Map.of();
    }
    if (!writers.tryAcquire(Limits.LOG_MAX_WAIT_SECS, TimeUnit.SECONDS)) {
      throw new OverloadedException(
          "Logs come faster than they are written: this request waited %d s for its turn"
              .formatted(Limits.LOG_MAX_WAIT_SECS));
    }
    Map<Held, Appended> results;
    try {
      results = logs.append(lines);
    } finally {
      writers.release();
    }
    for (Appended result : results.values()) {
      if (result instanceof Appended.Stored(int stored, int dropped)) {
        measures.logged(stored, dropped);
      }
    }
    return results;
  }
}
