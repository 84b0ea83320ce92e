package dev.edgewise.server.http.work;

import dev.edgewise.api.Completion;
import dev.edgewise.api.CompletionAnswer;
import dev.edgewise.api.CompletionResult;
import dev.edgewise.api.Json;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.core.decision.Answer.Applied;
import dev.edgewise.core.decision.Answer.Refused;
import dev.edgewise.core.decision.Answer.Repeated;
import dev.edgewise.core.decision.Answer.Unknown;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.commit.Order;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.BodyItem;
import dev.edgewise.server.http.Handler;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.task.CompletionLimits;
import dev.edgewise.server.input.StoredError;
import dev.edgewise.server.store.DeliveryTokens;
import dev.edgewise.server.store.update.Report;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Handles POST /work/complete, by which a worker reports the ends of attempts; each has a result of
 * its own.
 */
public final class WorkCompletions implements Handler {
  private final Committer committer;
  private final DeliveryTokens tokens;

  /** One completion: the order, or the result of one that cannot be applied. */
  private record Item(
      @Nullable String taskId,
      @Nullable Order order,
      CompletionResult otherwise,
      @Nullable String error) {

    static Item invalid(@Nullable String taskId, String error) {
      return new Item(taskId, null, CompletionResult.INVALID, error);
    }
  }

  public WorkCompletions(Committer committer, DeliveryTokens tokens) {
    this.committer = committer;
    this.tokens = tokens;
  }

  @Override
  public Answer handle(Request request) {
    List<BodyItem<Completion>> completions = request.bodyItems(Completion.class);
    CompletionLimits.checkCount("[]", completions);
    return Answer.ok(complete(request, completions));
  }

  /** Applies completions and returns the results in their order. */
  List<CompletionAnswer> complete(Request request, List<BodyItem<Completion>> completions) {
    List<Item> items = completions.stream().map(each -> item(request, each)).toList();
    List<Order> orders = new ArrayList<>();
    for (Item item : items) {
      if (item.order() != null) {
        orders.add(item.order());
      }
    }
    var outcomes = committer.applyOrders(orders).iterator();
    List<CompletionAnswer> answers = new ArrayList<>(items.size());
    for (Item item : items) {
      CompletionResult result = item.order() == null ? item.otherwise() : result(outcomes.next());
      answers.add(new CompletionAnswer(item.taskId(), result, item.error()));
    }
    return answers;
  }

  private Item item(Request request, BodyItem<Completion> item) {
    return switch (item) {
      case BodyItem.Read(Completion completion) -> item(request, completion);
      case BodyItem.Faulty(String taskId, String error) -> Item.invalid(taskId, error);
    };
  }

  private Item item(Request request, Completion completion) {
    String taskId = completion.taskId().toString();
    List<String> problems = new ArrayList<>();
    TaskStatus status = completion.status();
    if (status != TaskStatus.SUCCESS && status != TaskStatus.FAILURE) {
      problems.add("status: must be Success or Failure");
    }
    String reason = completion.failureReason();
    if (status == TaskStatus.FAILURE && (reason == null || reason.isBlank())) {
      problems.add("failure_reason: is required with status Failure");
    }
    CompletionLimits.check(problems, "result", completion.result(), "failure_reason", reason);
    if (!problems.isEmpty()) {
      return Item.invalid(taskId, String.join("; ", problems));
    }
    Order order =
        request
            .task(completion.taskId())
            .map(task ->
                new Order(
                    command(task, completion),
                    null,
                    Report.ofError(StoredError.of(completion.error()))))
            .orElse(null);
    return new Item(taskId, order, CompletionResult.UNKNOWN, null);
  }

  private Command command(TaskKey task, Completion completion) {
    Token given = tokens.decode(task, completion.deliveryToken());
    Token token = given == null ? Token.NEVER_GIVEN : given;
    Json result = completion.result();
    return completion.status() == TaskStatus.SUCCESS
        ? new Command.Succeed(task, token, result == null ? null : result.text())
        : new Command.Fail(
            task,
            token,
            FailureType.EXPLICIT,
            String.valueOf(completion.failureReason()),
            !Boolean.FALSE.equals(completion.retryable()));
  }

  private static CompletionResult result(dev.edgewise.core.decision.Answer answer) {
    return switch (answer) {
      case Applied _, Repeated _ -> CompletionResult.OK;
      case Refused _ -> CompletionResult.STALE;
      case Unknown _ -> CompletionResult.UNKNOWN;
    };
  }
}
