package dev.edgewise.oracle.scenario;

import dev.edgewise.oracle.model.BatchModel;
import dev.edgewise.oracle.model.Invariants;
import dev.edgewise.oracle.model.Observation;
import dev.edgewise.oracle.model.Stimulus;
import dev.edgewise.oracle.model.Stimulus.BatchOverdue;
import dev.edgewise.oracle.model.Stimulus.ClaimTimeout;
import dev.edgewise.oracle.model.Stimulus.Due;
import dev.edgewise.oracle.model.Stimulus.Overdue;
import dev.edgewise.oracle.model.Stimulus.Timeout;
import dev.edgewise.oracle.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Plays the same stimuli against the model and another subject, and compares all that can be seen
 * after each step.
 */
public final class ModelComparison {
  private final Supplier<? extends Subject> subjects;

  /**
   * A comparison of the model with such subjects.
   *
   * @param subjects a new subject each time, with its batch still to be submitted
   */
  public ModelComparison(Supplier<? extends Subject> subjects) {
    this.subjects = subjects;
  }

  /**
   * Plays a random run.
   *
   * @return how many stimuli it had
   * @throws AssertionError at the first difference, with the seed and the shortest script found
   *     that shows a difference, in the scenario language
   */
  public int play(RandomRun run) {
    BatchModel model = new BatchModel(true);
    Subject subject = subjects.get();
    List<Stimulus> stimuli = new ArrayList<>();
    while (true) {
      Optional<Stimulus> next = run.next(model);
      if (next.isEmpty()) {
        return stimuli.size();
      }
      stimuli.add(next.get());
      if (!differences(model, subject, next.get()).isEmpty()) {
        throw failure(run, stimuli);
      }
    }
  }

  private static List<String> differences(BatchModel model, Subject subject, Stimulus stimulus) {
    Verdict expected = model.apply(stimulus).verdict();
    Verdict actual;
    Observation seen;
    try {
      actual = subject.apply(stimulus);
      seen = subject.observe();
    } catch (RuntimeException e) {
      return List.of("thrown: nothing <> " + e);
    }
    List<String> differences = new ArrayList<>();
    if (!agree(stimulus, expected, actual)) {
      differences.add("received: " + expected + " <> " + actual);
    }
    differences.addAll(model.observe().differences(seen));
    differences.addAll(Invariants.violations(model.dag(), seen));
    return differences;
  }

  /** Whether two answers to a stimulus say the same; a clock hears no answer. */
  static boolean agree(Stimulus stimulus, Verdict one, Verdict other) {
    return byTheClock(stimulus) || one.getClass() == other.getClass();
  }

  /** Whether nobody hears an answer to the stimulus. */
  static boolean byTheClock(Stimulus stimulus) {
    return stimulus instanceof Timeout
        || stimulus instanceof Due
        || stimulus instanceof Overdue
        || stimulus instanceof BatchOverdue
        || stimulus instanceof ClaimTimeout;
  }

  private AssertionError failure(RandomRun run, List<Stimulus> stimuli) {
    List<Stimulus> script =
        new Shrinking(candidate -> !replay(candidate).isEmpty()).shrink(stimuli);
    return new AssertionError(
        "seed %d: model <> subject%n  %s%nafter%n%s"
            .formatted(
                run.seed(),
                String.join("\n  ", replay(script)),
                ScenarioText.of(script).indent(2)));
  }

  /** The first differences that a script shows; empty if there are none. */
  private List<String> replay(List<Stimulus> script) {
    BatchModel model = new BatchModel(true);
    Subject subject = subjects.get();
    for (Stimulus stimulus : script) {
      List<String> differences = differences(model, subject, stimulus);
      if (!differences.isEmpty()) {
        return differences;
      }
    }
    return List.of();
  }
}
