package dev.edgewise.oracle.model;

import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.oracle.model.Stimulus.Signal;
import dev.edgewise.oracle.model.Verdict.Applied;
import dev.edgewise.oracle.model.Verdict.Refused;
import dev.edgewise.oracle.model.Verdict.Repeated;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The signals that were sent to the modelled batch, and those that nobody has waited for yet. */
final class SentSignals {
  private final TaskModels tasks;
  private final Set<Signal> sent = new HashSet<>();
  private final List<Signal> kept = new ArrayList<>();

  SentSignals(TaskModels tasks) {
    this.tasks = tasks;
  }

  /** Gives a signal to all that wait for it, or keeps it for the next one. */
  Verdict send(Signal signal) {
    if (sent.contains(signal)) {
      return new Repeated();
    }
    if (tasks.outcome() != BatchOutcome.RUNNING) {
      return new Refused(null);
    }
    sent.add(signal);
    List<TaskModel> waiting =
        tasks.all().stream()
            .filter(TaskModel::runsByItself)
            .filter(task -> awaits(task, signal.name()) && task.answer == null)
            .toList();
    waiting.forEach(task -> answer(task, signal));
    if (waiting.isEmpty()) {
      kept.add(signal);
    }
    return new Applied();
  }

  /** Gives the kept signals to tasks that have just begun to wait. */
  void take(List<TaskModel> begun) {
    for (TaskModel task : begun) {
      Optional<Signal> oldest =
          kept.stream().filter(signal -> awaits(task, signal.name())).findFirst();
      oldest.ifPresent(signal -> {
        answer(task, signal);
        kept.remove(signal);
      });
    }
  }

  /** What the kept signals bring, the oldest first. */
  List<String> kept() {
    return kept.stream().map(Signal::data).toList();
  }

  private static boolean awaits(TaskModel task, String name) {
    return task.node.work() instanceof DagModel.Wait wait && name.equals(wait.signal());
  }

  private static void answer(TaskModel task, Signal signal) {
    task.answer = new TaskModel.Answer(signal.data(), null);
  }
}
