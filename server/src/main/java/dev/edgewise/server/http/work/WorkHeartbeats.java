package dev.edgewise.server.http.work;

import dev.edgewise.api.CompletionResult;
import dev.edgewise.api.Heartbeat;
import dev.edgewise.api.HeartbeatAnswer;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Handler;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.store.DeliveryTokens;
import dev.edgewise.server.store.claim.Leases;
import dev.edgewise.server.store.claim.Leases.Held;
import dev.edgewise.server.store.update.TaskUpdates;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Workers keep their tasks, and hear whether they should stop. */
public final class WorkHeartbeats implements Handler {
  private final Leases leases;
  private final TaskUpdates tasks;
  private final DeliveryTokens tokens;

  public WorkHeartbeats(Leases leases, TaskUpdates tasks, DeliveryTokens tokens) {
    this.leases = leases;
    this.tasks = tasks;
    this.tokens = tokens;
  }

  @Override
  public Answer handle(Request request) {
    List<Heartbeat> beats = request.bodyList(Heartbeat.class);
    if (beats.size() > Limits.COMPLETE_MAX_ITEMS) {
      throw ApiException.invalid(
          List.of("[]: must have at most " + Limits.COMPLETE_MAX_ITEMS + " items"));
    }
    List<Held> claims = new ArrayList<>();
    for (Heartbeat beat : beats) {
      TaskKey task = TaskKey.of(beat.taskId());
      Token token = tokens.decode(task, beat.deliveryToken());
      if (token != null) {
        claims.add(new Held(task, token));
      }
    }
    Set<TaskKey> kept = leases.extend(claims, null);
    List<HeartbeatAnswer> answers = new ArrayList<>(beats.size());
    for (Heartbeat beat : beats) {
      answers.add(answer(beat, kept));
    }
    return Answer.ok(answers);
  }

  /** Whoever no longer holds the task has nothing left to do for it. */
  private HeartbeatAnswer answer(Heartbeat beat, Set<TaskKey> kept) {
    TaskKey task = TaskKey.of(beat.taskId());
    if (kept.contains(task) && tokens.decode(task, beat.deliveryToken()) != null) {
      return new HeartbeatAnswer(beat.taskId(), CompletionResult.OK, false);
    }
    boolean exists = tasks.standing(task).isPresent();
    return new HeartbeatAnswer(
        beat.taskId(), exists ? CompletionResult.STALE : CompletionResult.UNKNOWN, true);
  }
}
