package dev.edgewise.core.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.core.model.BatchModel;
import dev.edgewise.core.model.Change;
import dev.edgewise.core.model.Command;
import dev.edgewise.core.model.Command.Fail;
import dev.edgewise.core.model.Command.RerunBatch;
import dev.edgewise.core.model.Command.RerunTask;
import dev.edgewise.core.model.Command.Succeed;
import dev.edgewise.core.model.Invariants;
import dev.edgewise.core.model.Snapshot;
import dev.edgewise.core.model.Step;
import dev.edgewise.core.model.Verdict;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** The model checked against its own invariants over many random runs. */
class RandomRunTest {
  private static final int RUNS = Integer.getInteger("edgewise.random.runs", 2_000);

  @Test
  void everyStepKeepsTheInvariantsAndEveryTransitionIsVisited(TestReporter reporter) {
    Set<Transition> visited = new HashSet<>();
    int commands = 0;
    int applied = 0;
    for (long seed = 1; seed <= RUNS; seed++) {
      RandomRun run = RandomRun.of(seed);
      BatchModel model = new BatchModel(true);
      Snapshot before = model.observe();
      boolean rerun = false;
      for (Optional<Command> next = run.next(model); next.isPresent(); next = run.next(model)) {
        Step step = model.apply(next.get());
        Snapshot after = model.observe();
        String where = "seed " + seed + ", command " + commands;
        assertThat(Invariants.violations(run.dag(), after)).as(where).isEmpty();
        assertThat(Invariants.violations(before, next.get(), after)).as(where).isEmpty();
        rerun |= next.get() instanceof RerunTask || next.get() instanceof RerunBatch;
        if (!rerun) {
          assertThat(Invariants.deadEnds(run.dag(), after)).as(where).isEmpty();
        }
        if (!(step.verdict() instanceof Verdict.Applied)) {
          assertThat(before.differences(after)).as(where).isEmpty();
          assertThat(step.changes()).as(where).isEmpty();
        }
        step.changes().stream().map(Change::transition).forEach(visited::add);
        commands++;
        applied += step.verdict() instanceof Verdict.Applied ? 1 : 0;
        before = after;
      }
    }
    reporter.publishEntry("%d runs, %d commands, %d applied".formatted(RUNS, commands, applied));
    Scenarios.all()
        .forEach(scenario -> {
          ModelSubject subject = new ModelSubject();
          scenario.play(subject);
          visited.addAll(subject.visited());
        });
    assertThat(visited).containsExactlyInAnyOrderElementsOf(Transition.TABLE);
  }

  @Test
  void aSeedReproducesItsRun() {
    assertThat(script(42)).isEqualTo(script(42)).isNotEqualTo(script(43));
  }

  @Test
  void theModelAgreesWithItself() {
    Comparison comparison = new Comparison(ModelSubject::new);
    for (long seed = 1; seed <= 50; seed++) {
      assertThat(comparison.play(RandomRun.of(seed))).isPositive();
    }
  }

  @Test
  void whateverOrderTheModelTakesIsExplained() {
    for (long seed = 1; seed <= 50; seed++) {
      assertThat(new Interleaving(new Reversing(new ModelSubject())).play(RandomRun.of(seed)))
          .isPositive();
    }
  }

  @Test
  void whatNoOrderExplainsIsReported() {
    assertThatThrownBy(
            () -> {
              for (long seed = 1; seed <= 50; seed++) {
                new Interleaving(new Pessimist()).play(RandomRun.of(seed));
              }
            })
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("no order explains");
  }

  @Test
  void aDifferenceIsReportedByTheShortestScriptThatShowsIt() {
    Comparison comparison = new Comparison(Pessimist::new);
    assertThatThrownBy(
            () -> {
              for (long seed = 1; seed <= 50; seed++) {
                comparison.play(RandomRun.of(seed));
              }
            })
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("seed ")
        .hasMessageMatching("(?s).*after\\s+dag n\\d+\\s+start\\s+claim n\\d+\\s+ok n\\d+\\s+");
  }

  @Test
  void aScriptCanBeReadAgain() {
    for (long seed = 1; seed <= 50; seed++) {
      List<Command> commands = script(seed);
      String text = ScenarioText.of(commands);
      assertThat(Scenario.parse("seed " + seed, text).dag()).isEqualTo(RandomRun.of(seed).dag());
      assertThat(new CommandText(RandomRun.of(seed).dag()).parse(lines(text)))
          .hasSameSizeAs(commands);
    }
  }

  private static String lines(String script) {
    return script.substring(script.indexOf("start")).replace('\n', ';');
  }

  private static List<Command> script(long seed) {
    RandomRun run = RandomRun.of(seed);
    BatchModel model = new BatchModel(true);
    List<Command> commands = new ArrayList<>();
    run.next(model).ifPresent(commands::add);
    model.apply(commands.getFirst());
    for (Optional<Command> next = run.next(model); next.isPresent(); next = run.next(model)) {
      model.apply(next.get());
      commands.add(next.get());
    }
    return commands;
  }

  /** A subject that takes every success for a failure. */
  private static final class Pessimist implements Subject {
    private final ModelSubject model = new ModelSubject();

    @Override
    public Verdict apply(Command command) {
      return command instanceof Succeed(String task, Integer claim)
          ? model.apply(new Fail(task, claim, FailureType.EXPLICIT, false, "boom"))
          : model.apply(command);
    }

    @Override
    public Snapshot observe() {
      return model.observe();
    }

    @Override
    public Duration untilRetry(String task) {
      return model.untilRetry(task);
    }
  }

  /** A subject that takes the last of several commands first. */
  private record Reversing(Subject subject) implements Subject {
    @Override
    public Verdict apply(Command command) {
      return subject.apply(command);
    }

    @Override
    public List<Verdict> applyTogether(List<Command> commands) {
      return commands.reversed().stream().map(subject::apply).toList().reversed();
    }

    @Override
    public Snapshot observe() {
      return subject.observe();
    }

    @Override
    public Duration untilRetry(String task) {
      return subject.untilRetry(task);
    }
  }
}
