package dev.edgewise.server.http.task;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.PatchAnswer;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.http.ApiException;

/** Turns the answer of the committer to a command into the answer of the API. */
public final class CommandAnswers {

  private CommandAnswers() {}

  /** The answer to an applied or repeated command; a refused or unknown one throws. */
  static PatchAnswer of(TaskKey task, Answer answer) {
    return switch (answer) {
      case Answer.Applied(TaskState state, int attempt) ->
          new PatchAnswer(task.publicId(), status(state), attempt, true);
      case Answer.Repeated(TaskState state, int attempt) ->
          new PatchAnswer(task.publicId(), status(state), attempt, false);
      case Answer.Refused(TaskState state, int attempt, String why) ->
          throw ApiException.wrongState(
              "The task is %s at attempt %d: %s.".formatted(state.wireName(), attempt, why),
              status(state),
              attempt);
      case Answer.Unknown _ -> throw unknown(task);
    };
  }

  /** The error for a task that does not exist. */
  public static ApiException unknown(TaskKey task) {
    return ApiException.of(ErrorCode.TASK_NOT_FOUND, "There is no task " + task + ".");
  }

  public static TaskStatus status(TaskState state) {
    return TaskStatus.valueOf(state.name());
  }
}
