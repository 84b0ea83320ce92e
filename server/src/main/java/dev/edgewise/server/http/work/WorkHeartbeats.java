package dev.edgewise.server.http.work;

import dev.edgewise.api.CompletionResult;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Heartbeat;
import dev.edgewise.api.HeartbeatAnswer;
import dev.edgewise.api.SignOfLife;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.BodyItem;
import dev.edgewise.server.http.Handler;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.task.CompletionLimits;
import dev.edgewise.server.store.DeliveryTokens;
import dev.edgewise.server.store.claim.Leases;
import dev.edgewise.server.store.claim.Leases.Held;
import dev.edgewise.server.store.update.Report;
import dev.edgewise.server.store.update.Reports;
import dev.edgewise.server.store.update.TaskUpdates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Handles POST /work/heartbeat, by which a worker extends its leases and learns which tasks to
 * stop.
 */
public final class WorkHeartbeats implements Handler {
  private final Leases leases;
  private final TaskUpdates tasks;
  private final Reports reports;
  private final DeliveryTokens tokens;

  public WorkHeartbeats(Leases leases, TaskUpdates tasks, Reports reports, DeliveryTokens tokens) {
    this.leases = leases;
    this.tasks = tasks;
    this.reports = reports;
    this.tokens = tokens;
  }

  @Override
  public Answer handle(Request request) {
    List<BodyItem<Heartbeat>> beats = request.bodyItems(Heartbeat.class);
    CompletionLimits.checkCount("[]", beats);
    List<Held> claims = new ArrayList<>();
    List<Report.About> said = new ArrayList<>();
    for (BodyItem<Heartbeat> beat : beats) {
      if (beat instanceof BodyItem.Read(Heartbeat value) && problems(value).isEmpty()) {
        request
            .task(value.taskId())
            .ifPresent(task -> {
              Token token = tokens.decode(task, value.deliveryToken());
              if (token != null) {
                claims.add(new Held(task, token));
                said(value, task, token).ifPresent(said::add);
              }
            });
      }
    }
    Set<TaskKey> kept = leases.extend(claims, null);
    reports.write(said.stream().filter(each -> kept.contains(each.task())).toList());
    List<HeartbeatAnswer> answers = new ArrayList<>(beats.size());
    for (BodyItem<Heartbeat> beat : beats) {
      answers.add(
          switch (beat) {
            case BodyItem.Read(Heartbeat value) -> answer(request, value, kept);
            case BodyItem.Faulty(String taskId, String error) ->
                new HeartbeatAnswer(taskId, CompletionResult.INVALID, false, error);
          });
    }
    return Answer.ok(answers);
  }

  private static Optional<Report.About> said(Heartbeat beat, TaskKey task, Token token) {
    return Optional.ofNullable(Report.ofProgress(beat.progress(), beat.message()))
        .map(report -> new Report.About(task, token.attempt(), report));
  }

  private static List<String> problems(Heartbeat beat) {
    List<String> problems = new ArrayList<>();
    CompletionLimits.checkProgress(problems, beat.progress(), beat.message());
    return problems;
  }

  /** A worker that no longer holds the task should stop working on it. */
  private HeartbeatAnswer answer(Request request, Heartbeat beat, Set<TaskKey> kept) {
    List<String> problems = problems(beat);
    if (!problems.isEmpty()) {
      return new HeartbeatAnswer(
          beat.taskId().toString(), CompletionResult.INVALID, false, String.join("; ", problems));
    }
    TaskKey task = request.task(beat.taskId()).orElse(null);
    if (task != null && kept.contains(task) && tokens.decode(task, beat.deliveryToken()) != null) {
      return new HeartbeatAnswer(beat.taskId().toString(), CompletionResult.OK, false, null);
    }
    boolean exists = task != null && tasks.standing(task).isPresent();
    return new HeartbeatAnswer(
        beat.taskId().toString(),
        exists ? CompletionResult.STALE : CompletionResult.UNKNOWN,
        true,
        null);
  }

  /** The sign of life of one task, whose delivery token is a parameter. */
  Answer one(Request request) {
    TaskKey task = request.task();
    String given =
        request
            .query("token")
            .orElseThrow(() -> ApiException.invalid(List.of("token: is required")));
    if (tasks.standing(task).isEmpty()) {
      throw ApiException.of(
          ErrorCode.TASK_NOT_FOUND, "The id '" + task.publicId() + "' is unknown.");
    }
    SignOfLife sign =
        request.hasBody() ? request.body(SignOfLife.class) : new SignOfLife(null, null);
    List<String> problems = new ArrayList<>();
    CompletionLimits.checkProgress(problems, sign.progress(), sign.message());
    if (!problems.isEmpty()) {
      throw ApiException.invalid(problems);
    }
    Token token = tokens.decode(task, given);
    boolean kept =
        token != null && leases.extend(List.of(new Held(task, token)), null).contains(task);
    Report report = Report.ofProgress(sign.progress(), sign.message());
    if (kept && token != null && report != null) {
      reports.write(List.of(new Report.About(task, token.attempt(), report)));
    }
    return Answer.ok(
        new HeartbeatAnswer(
            task.publicId().toString(),
            kept ? CompletionResult.OK : CompletionResult.STALE,
            !kept,
            null));
  }
}
