package dev.edgewise.core.scenario;

import dev.edgewise.core.model.BatchModel;
import dev.edgewise.core.model.Command;
import dev.edgewise.core.model.Command.ClaimTimeout;
import dev.edgewise.core.model.Command.RetryDue;
import dev.edgewise.core.model.Command.Timeout;
import dev.edgewise.core.model.Invariants;
import dev.edgewise.core.model.Snapshot;
import dev.edgewise.core.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Plays the same commands against the model and another subject, and compares all that can be seen
 * after each step.
 */
public final class Comparison {
  private final Supplier<? extends Subject> subjects;

  /**
   * A comparison with such subjects.
   *
   * @param subjects a new subject each time, with its batch still to be submitted
   */
  public Comparison(Supplier<? extends Subject> subjects) {
    this.subjects = subjects;
  }

  /**
   * Plays a random run.
   *
   * @return how many commands it had
   * @throws AssertionError at the first difference, with the seed and the shortest script found
   *     that shows a difference, in the scenario language
   */
  public int play(RandomRun run) {
    BatchModel model = new BatchModel(true);
    Subject subject = subjects.get();
    List<Command> commands = new ArrayList<>();
    while (true) {
      Optional<Command> next = run.next(model);
      if (next.isEmpty()) {
        return commands.size();
      }
      commands.add(next.get());
      if (!differences(model, subject, next.get()).isEmpty()) {
        throw failure(run, commands);
      }
    }
  }

  private static List<String> differences(BatchModel model, Subject subject, Command command) {
    Verdict expected = model.apply(command).verdict();
    Verdict actual;
    Snapshot seen;
    try {
      actual = subject.apply(command);
      seen = subject.observe();
    } catch (RuntimeException e) {
      return List.of("thrown: nothing <> " + e);
    }
    List<String> differences = new ArrayList<>();
    if (!agree(command, expected, actual)) {
      differences.add("received: " + expected + " <> " + actual);
    }
    differences.addAll(model.observe().differences(seen));
    differences.addAll(Invariants.violations(model.dag(), seen));
    return differences;
  }

  /** Whether two answers to a command say the same; a clock hears no answer. */
  static boolean agree(Command command, Verdict one, Verdict other) {
    return byTheClock(command) || one.getClass() == other.getClass();
  }

  /** Whether nobody hears an answer to the command. */
  static boolean byTheClock(Command command) {
    return command instanceof Timeout
        || command instanceof RetryDue
        || command instanceof ClaimTimeout;
  }

  private AssertionError failure(RandomRun run, List<Command> commands) {
    List<Command> script =
        new Shrinking(candidate -> !replay(candidate).isEmpty()).shrink(commands);
    return new AssertionError(
        "seed %d: model <> subject%n  %s%nafter%n%s"
            .formatted(
                run.seed(),
                String.join("\n  ", replay(script)),
                ScenarioText.of(script).indent(2)));
  }

  /** The first differences that a script shows; empty if there are none. */
  private List<String> replay(List<Command> script) {
    BatchModel model = new BatchModel(true);
    Subject subject = subjects.get();
    for (Command command : script) {
      List<String> differences = differences(model, subject, command);
      if (!differences.isEmpty()) {
        return differences;
      }
    }
    return List.of();
  }
}
