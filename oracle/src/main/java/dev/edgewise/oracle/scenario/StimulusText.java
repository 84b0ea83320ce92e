package dev.edgewise.oracle.scenario;

import dev.edgewise.core.retry.FailureType;
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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the commands of a scenario, each of which is one or more stimuli. */
final class StimulusText {
  private final DagModel dag;

  StimulusText(DagModel dag) {
    this.dag = dag;
  }

  List<Stimulus> parse(String text) {
    List<Stimulus> stimuli = new ArrayList<>();
    for (String part : ScenarioWords.items(text, ';')) {
      List<String> words = ScenarioWords.split(part);
      stimuli.addAll(stimuli(words.getFirst(), words.subList(1, words.size())));
    }
    return stimuli;
  }

  private List<Stimulus> stimuli(String verb, List<String> words) {
    return switch (verb) {
      case "start" -> List.of(new Submit(dag));
      case "stop" -> List.of(new StopBatch());
      case "tick" -> List.of(new Tick(ScenarioWords.duration(words.getFirst())));
      case "claim" -> each(words, target -> new Claim(target.task()));
      case "run" -> each(words, target -> new Start(target.task(), target.claim()));
      case "ok" -> each(words, target -> new Succeed(target.task(), target.claim()));
      case "fail" -> List.of(failure(words, FailureType.EXPLICIT, true, ""));
      case "final" -> List.of(failure(words, FailureType.EXPLICIT, false, ""));
      case "refuse" ->
          List.of(failure(words, FailureType.WEBHOOK_FAILURE, true, Reason.START_FAILED));
      case "giveup" -> each(words, target -> new GiveUp(target.task(), target.claim()));
      case "timeout" -> each(words, target -> new Timeout(target.task()));
      case "expire" -> each(words, target -> new ClaimTimeout(target.task()));
      case "putback" -> each(words, target -> new PutBack(target.task(), target.claim()));
      case "due" -> each(words, target -> new Due(target.task()));
      case "overdue" ->
          words.isEmpty()
              ? List.of(new BatchOverdue())
              : each(words, target -> new Overdue(target.task()));
      case "signal" -> each(words, StimulusText::signal);
      case "child" -> each(words, target -> new ChildStarts(target.task()));
      case "childok" -> each(words, target -> new ChildEnds(target.task(), ChildEnd.SUCCEEDS));
      case "childfail" -> each(words, target -> new ChildEnds(target.task(), ChildEnd.FAILS));
      case "childstop" -> each(words, target -> new ChildEnds(target.task(), ChildEnd.CANCELED));
      case "crash" -> List.of(new Crash());
      case "pause" -> each(words, target -> new Pause(target.task()));
      case "resume" -> each(words, target -> new Resume(target.task()));
      case "cancel" -> each(words, target -> new Cancel(target.task(), false));
      case "cascade" -> each(words, target -> new Cancel(target.task(), true));
      case "rerun" ->
          words.isEmpty()
              ? List.of(new RerunBatch())
              : each(words, target -> new RerunTask(target.task()));
      default -> throw new IllegalArgumentException("'" + verb + "' is no command");
    };
  }

  private static Stimulus signal(Target target) {
    return new Signal(target.task(), target.claim() == null ? 1 : target.claim());
  }

  private static List<Stimulus> each(List<String> words, Function<Target, Stimulus> stimulus) {
    if (words.isEmpty()) {
      throw new IllegalArgumentException("a task is missing");
    }
    return ScenarioWords.names(words).stream().map(Target::of).map(stimulus).toList();
  }

  private static Stimulus failure(
      List<String> words, FailureType type, boolean retryable, String prefix) {
    Target target = Target.of(words.getFirst());
    String reason = words.size() == 1 ? "failed" : String.join(" ", words.subList(1, words.size()));
    return new Fail(target.task(), target.claim(), type, retryable, prefix + reason);
  }

  /**
   * The task of a stimulus.
   *
   * @param claim the claim whose token the stimulus carries, null for none
   */
  private record Target(String task, @Nullable Integer claim) {
    static Target of(String word) {
      int mark = word.indexOf('#');
      return mark < 0
          ? new Target(word, null)
          : new Target(word.substring(0, mark), Integer.valueOf(word.substring(mark + 1)));
    }
  }
}
