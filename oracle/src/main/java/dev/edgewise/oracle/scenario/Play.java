package dev.edgewise.oracle.scenario;

import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.oracle.model.Fact;
import dev.edgewise.oracle.model.Observation;
import dev.edgewise.oracle.model.Observation.Counts;
import dev.edgewise.oracle.model.Observation.TaskView;
import dev.edgewise.oracle.model.Stimulus;
import dev.edgewise.oracle.model.Stimulus.BatchOverdue;
import dev.edgewise.oracle.model.Stimulus.Cancel;
import dev.edgewise.oracle.model.Stimulus.ChildEnds;
import dev.edgewise.oracle.model.Stimulus.ChildStarts;
import dev.edgewise.oracle.model.Stimulus.Claim;
import dev.edgewise.oracle.model.Stimulus.ClaimTimeout;
import dev.edgewise.oracle.model.Stimulus.Crash;
import dev.edgewise.oracle.model.Stimulus.Due;
import dev.edgewise.oracle.model.Stimulus.Fail;
import dev.edgewise.oracle.model.Stimulus.GiveUp;
import dev.edgewise.oracle.model.Stimulus.Overdue;
import dev.edgewise.oracle.model.Stimulus.Pause;
import dev.edgewise.oracle.model.Stimulus.PutBack;
import dev.edgewise.oracle.model.Stimulus.RerunBatch;
import dev.edgewise.oracle.model.Stimulus.RerunTask;
import dev.edgewise.oracle.model.Stimulus.Resume;
import dev.edgewise.oracle.model.Stimulus.Signal;
import dev.edgewise.oracle.model.Stimulus.Start;
import dev.edgewise.oracle.model.Stimulus.StopBatch;
import dev.edgewise.oracle.model.Stimulus.Submit;
import dev.edgewise.oracle.model.Stimulus.Succeed;
import dev.edgewise.oracle.model.Stimulus.Tick;
import dev.edgewise.oracle.model.Stimulus.Timeout;
import dev.edgewise.oracle.model.Verdict;
import dev.edgewise.oracle.scenario.Expectation.Becomes;
import dev.edgewise.oracle.scenario.Expectation.Children;
import dev.edgewise.oracle.scenario.Expectation.NoChange;
import dev.edgewise.oracle.scenario.Expectation.Open;
import dev.edgewise.oracle.scenario.Expectation.Outcome;
import dev.edgewise.oracle.scenario.Expectation.Output;
import dev.edgewise.oracle.scenario.Expectation.Reception;
import dev.edgewise.oracle.scenario.Expectation.Resolved;
import dev.edgewise.oracle.scenario.Expectation.RetryIn;
import dev.edgewise.oracle.scenario.Expectation.Returned;
import dev.edgewise.oracle.scenario.Expectation.Stands;
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
  private Observation before =
      new Observation(
          Map.of(), Map.of(), BatchOutcome.RUNNING, null, List.of(), Counts.of(List.of()));

  Play(String scenario, Subject subject) {
    this.scenario = scenario;
    this.subject = subject;
  }

  void line(Line line) {
    Reception reception = Reception.APPLIED;
    for (Stimulus stimulus : line.stimuli()) {
      reception = reception(subject.apply(stimulus));
    }
    Observation after = subject.observe();
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
      line.stimuli().forEach(stimulus -> announced(stimulus).forEach(unexplained::remove));
      if (!unexplained.isEmpty()) {
        throw failure(line, "nobody expected " + unexplained, changed);
      }
    }
    before = after;
  }

  private Map<String, TaskState> changed(Observation after) {
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
      Observation after,
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
      case Output(String output) ->
          output.equals(after.output()) ? null : "the batch returned " + after.output();
      case Children(String task, int count) ->
          count == after.task(task).children()
              ? null
              : task + " has started " + after.task(task).children() + " workflows";
      case Resolved(Observation.EdgeName edge, var resolution, boolean satisfied) -> {
        Fact fact = after.facts().get(edge);
        boolean fits =
            fact != null && fact.resolution() == resolution && fact.satisfied() == satisfied;
        yield fits ? null : edge + " has " + fact;
      }
      case Open(Observation.EdgeName edge) ->
          after.facts().containsKey(edge) ? edge + " has " + after.facts().get(edge) : null;
    };
  }

  /** The change that a stimulus itself announces, which a line need not repeat. */
  private static Map<String, TaskState> announced(Stimulus stimulus) {
    return switch (stimulus) {
      case Claim(String task) -> Map.of(task, TaskState.CLAIMED);
      case Start(String task, _) -> Map.of(task, TaskState.RUNNING);
      case Succeed(String task, _) -> Map.of(task, TaskState.SUCCESS);
      case Fail fail -> Map.of(fail.task(), TaskState.FAILURE);
      case Timeout(String task) -> Map.of(task, TaskState.FAILURE);
      case Pause(String task) -> Map.of(task, TaskState.PAUSED);
      case Cancel(String task, _) -> Map.of(task, TaskState.CANCELED);
      case GiveUp(String task, _) -> Map.of(task, TaskState.CANCELED);
      case PutBack(String task, _) -> Map.of(task, TaskState.PENDING);
      case Overdue(String task) -> Map.of(task, TaskState.FAILURE);
      case ClaimTimeout _, Due _, Resume _, RerunTask _, ChildStarts _, ChildEnds _ -> Map.of();
      case Submit _, StopBatch _, RerunBatch _, BatchOverdue _, Signal _, Crash _, Tick _ ->
          Map.of();
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
