package dev.edgewise.server.expression;

import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.database.Transactions;
import dev.edgewise.server.expression.Rendering.Raw;
import dev.edgewise.server.expression.Rendering.Rendered;
import dev.edgewise.server.store.claim.Claimed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Evaluates the inputs and actions of claimed tasks for their executors. */
public final class Preparation {
  private static final Logger log = LoggerFactory.getLogger(Preparation.class);

  private final Rendering rendering;
  private final Committer committer;

  /**
   * The JSON texts for the executor of a task, with every expression evaluated.
   *
   * @param input null if the task has no input
   * @param onStart the action to call; null for a task of a worker
   */
  public record Prepared(@Nullable String input, @Nullable String onStart) {}

  public Preparation(Rendering rendering, Committer committer) {
    this.rendering = rendering;
    this.committer = committer;
  }

  /**
   * Prepares tasks, in their order. A task whose expressions fail is failed without a retry and is
   * not in the result.
   */
  public Map<TaskKey, Prepared> prepare(List<Claimed> claimed) {
    List<Raw> raws = new ArrayList<>();
    for (Claimed task : claimed) {
      add(raws, task.task(), task.input());
      add(raws, task.task(), task.onStart());
    }
    var rendered = rendering.render(raws).stream().map(Transactions::await).toList().iterator();
    Map<TaskKey, Prepared> prepared = new LinkedHashMap<>();
    List<Command> failures = new ArrayList<>();
    for (Claimed task : claimed) {
      Rendered input = task.input() == null ? null : rendered.next();
      Rendered onStart = task.onStart() == null ? null : rendered.next();
      if (input instanceof Rendered.Failed(String reason)) {
        failures.add(failure(task, "input" + reason));
      } else if (onStart instanceof Rendered.Failed(String reason)) {
        failures.add(failure(task, "on_start" + reason));
      } else {
        prepared.put(task.task(), new Prepared(json(input), json(onStart)));
      }
    }
    List<Answer> answers = committer.applyWhenRoom(failures);
    for (int i = 0; i < failures.size(); i++) {
      log.debug("Task {} failed before its start: {}", failures.get(i).task(), answers.get(i));
    }
    return prepared;
  }

  private static void add(List<Raw> raws, TaskKey task, @Nullable String json) {
    if (json != null) {
      raws.add(new Raw(task, json));
    }
  }

  private static Command failure(Claimed task, String reason) {
    return new Command.Fail(task.task(), task.token(), FailureType.EXPLICIT, reason, false);
  }

  private static @Nullable String json(@Nullable Rendered rendered) {
    return rendered instanceof Rendered.Ready(String json) ? json : null;
  }
}
