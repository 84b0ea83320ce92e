package dev.edgewise.oracle.scenario;

import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.Reason;
import dev.edgewise.oracle.model.DagModel;
import dev.edgewise.oracle.model.Stimulus;
import dev.edgewise.oracle.model.Stimulus.BatchOverdue;
import dev.edgewise.oracle.model.Stimulus.Cancel;
import dev.edgewise.oracle.model.Stimulus.ChildEnd;
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
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes graphs and stimuli in the scenario language, so that a random run can become a file. */
final class ScenarioText {

  private ScenarioText() {}

  static String of(List<Stimulus> stimuli) {
    return stimuli.stream().map(ScenarioText::line).collect(Collectors.joining("\n"));
  }

  private static String line(Stimulus stimulus) {
    return switch (stimulus) {
      case Submit(DagModel dag) -> declarations(dag) + "start";
      case StopBatch _ -> "stop";
      case RerunBatch _ -> "rerun";
      case Tick(Duration time) -> "tick +" + time.toSeconds() + "s";
      case Claim(String task) -> "claim " + task;
      case Start(String task, Integer claim) -> "run " + target(task, claim);
      case ClaimTimeout(String task) -> "expire " + task;
      case PutBack(String task, Integer claim) -> "putback " + target(task, claim);
      case Succeed(String task, Integer claim) -> "ok " + target(task, claim);
      case Fail fail -> failure(fail);
      case GiveUp(String task, Integer claim) -> "giveup " + target(task, claim);
      case Timeout(String task) -> "timeout " + task;
      case Due(String task) -> "due " + task;
      case Overdue(String task) -> "overdue " + task;
      case BatchOverdue _ -> "overdue";
      case Signal(String name, int number) -> "signal " + name + "#" + number;
      case ChildStarts(String task) -> "child " + task;
      case ChildEnds(String task, ChildEnd how) -> childEnd(how) + " " + task;
      case Crash _ -> "crash";
      case Pause(String task) -> "pause " + task;
      case Resume(String task) -> "resume " + task;
      case Cancel(String task, boolean cascade) -> (cascade ? "cascade " : "cancel ") + task;
      case RerunTask(String task) -> "rerun " + task;
    };
  }

  private static String childEnd(ChildEnd how) {
    return switch (how) {
      case SUCCEEDS -> "childok";
      case FAILS -> "childfail";
      case CANCELED -> "childstop";
    };
  }

  private static String target(String task, @Nullable Integer claim) {
    return claim == null ? task : task + "#" + claim;
  }

  private static String failure(Fail fail) {
    String verb =
        fail.type() == FailureType.WEBHOOK_FAILURE ? "refuse" : fail.retryable() ? "fail" : "final";
    String reason = fail.reason().replace(Reason.START_FAILED, "");
    return verb + " " + target(fail.task(), fail.claim()) + " " + reason;
  }

  private static String declarations(DagModel dag) {
    StringJoiner paths = new StringJoiner(", ");
    StringBuilder rest = new StringBuilder();
    // Names first, so that reading the text again gives the tasks the same numbers.
    dag.nodes().forEach(node -> paths.add(node.name()));
    for (DagModel.Node node : dag.nodes()) {
      for (DagModel.Edge edge : node.parents()) {
        String parent = dag.nodes().get(edge.parent()).name();
        paths.add(parent + " " + ScenarioWords.arrow(edge.condition()) + " " + node.name());
      }
      rest.append(work(node.name(), node.work()));
      if (node.deadlineSecs() > 0) {
        rest.append("deadline %s %ds%n".formatted(node.name(), node.deadlineSecs()));
      }
      if (node.spread() != null) {
        rest.append(spread(node.name(), node.spread())).append('\n');
      }
      if (!node.join().all()) {
        String count = node.join().any() ? "any" : String.valueOf(node.join().count());
        rest.append("join ").append(node.name()).append(' ').append(count).append('\n');
      }
      if (node.barrier()) {
        rest.append("barrier ").append(node.name()).append('\n');
      }
      if (node.retry() != null) {
        rest.append(policy(node.name(), node.retry())).append('\n');
      }
    }
    rest.append(dag.stopsOnFailure() ? "stops\n" : "");
    rest.append(dag.deadlineSecs() > 0 ? "deadline %ds%n".formatted(dag.deadlineSecs()) : "");
    return "dag " + paths + "\n" + rest;
  }

  private static String work(String task, DagModel.Work work) {
    return switch (work) {
      case DagModel.Wait(String signal, int secs, int timeout) ->
          "wait %s %s%s%n"
              .formatted(
                  task,
                  signal == null ? secs + "s" : signal,
                  timeout == 0 ? "" : " within " + timeout + "s");
      case DagModel.WhenReady ready ->
          ready == DagModel.WhenReady.EXECUTED
              ? ""
              : ready.name().toLowerCase(Locale.ROOT) + " " + task + "\n";
    };
  }

  private static String spread(String task, DagModel.Spread spread) {
    StringBuilder line = new StringBuilder("spread " + task + " " + spread.count());
    line.append(
        switch (spread.errors()) {
          case FAIL -> "";
          case COLLECT -> " collect";
          case FAIL_FAST -> " failfast";
        });
    line.append(spread.minimum() == null ? "" : " min " + spread.minimum());
    line.append(spread.parallel() > 0 ? " parallel " + spread.parallel() : "");
    spread.guarded().stream().sorted().forEach(index -> line.append(" without ").append(index));
    return line.toString();
  }

  private static String policy(String task, RetryPolicy policy) {
    String line =
        "retry %s %d %ds x%s max %ds"
            .formatted(
                task,
                policy.maxRetries(),
                policy.initialDelaySecs(),
                policy.backoffMultiplier(),
                policy.maxDelaySecs());
    return policy.retryOn() == null
        ? line
        : policy.retryOn().stream()
            .map(FailureType::wireName)
            .sorted()
            .collect(Collectors.joining(" ", line + " on ", ""));
  }
}
