package dev.edgewise.core.scenario;

import dev.edgewise.core.model.Command;
import dev.edgewise.core.model.Command.Cancel;
import dev.edgewise.core.model.Command.Claim;
import dev.edgewise.core.model.Command.ClaimTimeout;
import dev.edgewise.core.model.Command.Fail;
import dev.edgewise.core.model.Command.GiveUp;
import dev.edgewise.core.model.Command.Pause;
import dev.edgewise.core.model.Command.RerunBatch;
import dev.edgewise.core.model.Command.RerunTask;
import dev.edgewise.core.model.Command.Resume;
import dev.edgewise.core.model.Command.RetryDue;
import dev.edgewise.core.model.Command.Start;
import dev.edgewise.core.model.Command.StopBatch;
import dev.edgewise.core.model.Command.Submit;
import dev.edgewise.core.model.Command.Succeed;
import dev.edgewise.core.model.Command.Tick;
import dev.edgewise.core.model.Command.Timeout;
import dev.edgewise.core.model.Fact;
import dev.edgewise.core.model.Snapshot;
import dev.edgewise.core.model.Snapshot.Counts;
import dev.edgewise.core.model.Snapshot.TaskView;
import dev.edgewise.core.model.Verdict;
import dev.edgewise.core.scenario.Expectation.Becomes;
import dev.edgewise.core.scenario.Expectation.NoChange;
import dev.edgewise.core.scenario.Expectation.Open;
import dev.edgewise.core.scenario.Expectation.Outcome;
import dev.edgewise.core.scenario.Expectation.Reception;
import dev.edgewise.core.scenario.Expectation.Resolved;
import dev.edgewise.core.scenario.Expectation.RetryIn;
import dev.edgewise.core.scenario.Expectation.Returned;
import dev.edgewise.core.scenario.Expectation.Stands;
import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One performance of a scenario. */
final class Play {
  /** How much later than the failure itself a subject on real time may be asked about its retry. */
  private static final Duration ELAPSED = Duration.ofSeconds(2);

  private final String scenario;
  private final Subject subject;
  private Snapshot before =
      new Snapshot(Map.of(), Map.of(), BatchOutcome.RUNNING, Counts.of(List.of()));

  Play(String scenario, Subject subject) {
    this.scenario = scenario;
    this.subject = subject;
  }

  void line(Line line) {
    Reception reception = Reception.APPLIED;
    for (Command command : line.commands()) {
      reception = reception(subject.apply(command));
    }
    Snapshot after = subject.observe();
    Map<String, TaskState> changed = changed(after);
    Map<String, TaskState> unexplained = new TreeMap<>(changed);
    if (line.checked()) {
      for (Expectation expectation : line.expectations()) {
        String complaint = complaint(expectation, changed, after, reception);
        if (complaint != null) {
          throw failure(line, complaint, changed);
        }
        if (expectation instanceof Becomes becomes) {
          unexplained.remove(becomes.task());
        }
      }
      line.commands().forEach(command -> announced(command).forEach(unexplained::remove));
      if (!unexplained.isEmpty()) {
        throw failure(line, "nobody expected " + unexplained, changed);
      }
    }
    before = after;
  }

  private Map<String, TaskState> changed(Snapshot after) {
    Map<String, TaskState> changed = new TreeMap<>();
    after
        .tasks()
        .forEach((name, view) -> {
          TaskView was = before.tasks().get(name);
          if (view.state() != (was == null ? TaskState.WAITING : was.state())) {
            changed.put(name, view.state());
          }
        });
    return changed;
  }

  /** What is wrong; null if nothing is. */
  private @Nullable String complaint(
      Expectation expectation,
      Map<String, TaskState> changed,
      Snapshot after,
      Reception reception) {
    return switch (expectation) {
      case NoChange(Reception wanted) -> {
        if (!changed.isEmpty()) {
          yield "something changed";
        }
        yield wanted == null || wanted == reception ? null : "the command was " + reception;
      }
      case Becomes(String task, TaskState state, String reason) -> {
        if (changed.get(task) != state) {
          yield task + " did not become " + state + ", it is " + after.task(task);
        }
        yield reason == null || reason.equals(after.task(task).reason())
            ? null
            : task + " gives another reason: " + after.task(task).reason();
      }
      case RetryIn(String task, Duration delay) -> {
        Duration left = subject.untilRetry(task);
        boolean late = left.compareTo(delay.minus(ELAPSED)) < 0;
        yield late || left.compareTo(delay) > 0 ? task + " retries in " + left : null;
      }
      case Outcome(BatchOutcome outcome) ->
          outcome == after.outcome() ? null : "the batch is " + after.outcome();
      case Stands stands ->
          stands(stands, after.task(stands.task()))
              ? null
              : stands.task() + " is " + after.task(stands.task());
      case Returned(String task, String result) ->
          result.equals(after.task(task).result())
              ? null
              : task + " returned " + after.task(task).result();
      case Resolved(Snapshot.EdgeName edge, var resolution, boolean satisfied) -> {
        Fact fact = after.facts().get(edge);
        boolean fits =
            fact != null && fact.resolution() == resolution && fact.satisfied() == satisfied;
        yield fits ? null : edge + " has " + fact;
      }
      case Open(Snapshot.EdgeName edge) ->
          after.facts().containsKey(edge) ? edge + " has " + after.facts().get(edge) : null;
    };
  }

  /** The change that a command itself announces, which a line need not repeat. */
  private static Map<String, TaskState> announced(Command command) {
    return switch (command) {
      case Claim(String task) -> Map.of(task, TaskState.CLAIMED);
      case Start(String task, _) -> Map.of(task, TaskState.RUNNING);
      case Succeed(String task, _) -> Map.of(task, TaskState.SUCCESS);
      case Fail fail -> Map.of(fail.task(), TaskState.FAILURE);
      case Timeout(String task) -> Map.of(task, TaskState.FAILURE);
      case Pause(String task) -> Map.of(task, TaskState.PAUSED);
      case Cancel(String task, _) -> Map.of(task, TaskState.CANCELED);
      case GiveUp(String task, _) -> Map.of(task, TaskState.CANCELED);
      case ClaimTimeout _, RetryDue _, Resume _, RerunTask _ -> Map.of();
      case Submit _, StopBatch _, RerunBatch _, Tick _ -> Map.of();
    };
  }

  private static boolean stands(Stands wanted, TaskView task) {
    return wanted.state() == task.state()
        && (wanted.attempt() == null || wanted.attempt() == task.attempt())
        && (wanted.edges() == null || wanted.edges().equals(task.satisfied() + "/" + task.total()))
        && (wanted.reason() == null || Objects.equals(wanted.reason(), task.reason()));
  }

  private static Reception reception(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Applied _ -> Reception.APPLIED;
      case Verdict.Repeated _ -> Reception.REPEATED;
      case Verdict.Refused _ -> Reception.REFUSED;
    };
  }

  private AssertionError failure(Line line, String complaint, Map<String, TaskState> changed) {
    return new AssertionError(
        "%s, line %d: %s%n  %s%n  changed: %s"
            .formatted(scenario, line.number(), line.text(), complaint, changed));
  }
}
