package dev.edgewise.oracle.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.Transition;
import dev.edgewise.oracle.model.BatchModel;
import dev.edgewise.oracle.model.Change;
import dev.edgewise.oracle.model.Invariants;
import dev.edgewise.oracle.model.Observation;
import dev.edgewise.oracle.model.Step;
import dev.edgewise.oracle.model.Stimulus;
import dev.edgewise.oracle.model.Stimulus.Fail;
import dev.edgewise.oracle.model.Stimulus.RerunBatch;
import dev.edgewise.oracle.model.Stimulus.RerunTask;
import dev.edgewise.oracle.model.Stimulus.Succeed;
import dev.edgewise.oracle.model.Verdict;
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
    int stimuli = 0;
    int applied = 0;
    for (long seed = 1; seed <= RUNS; seed++) {
      RandomRun run = RandomRun.of(seed);
      BatchModel model = new BatchModel(true);
      Observation before = model.observe();
      boolean rerun = false;
      for (Optional<Stimulus> next = run.next(model); next.isPresent(); next = run.next(model)) {
        Step step = model.apply(next.get());
        Observation after = model.observe();
        String where = "seed " + seed + ", command " + stimuli;
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
        stimuli++;
        applied += step.verdict() instanceof Verdict.Applied ? 1 : 0;
        before = after;
      }
    }
    reporter.publishEntry("%d runs, %d commands, %d applied".formatted(RUNS, stimuli, applied));
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
    ModelComparison comparison = new ModelComparison(ModelSubject::new);
    for (long seed = 1; seed <= 50; seed++) {
      assertThat(comparison.play(RandomRun.of(seed))).isPositive();
    }
  }

  @Test
  void anyOrderOfTheModelIsExplained() {
    for (long seed = 1; seed <= 50; seed++) {
      assertThat(new Interleaving(new Reversing(new ModelSubject())).play(RandomRun.of(seed)))
          .isPositive();
    }
  }

  @Test
  void anOutcomeThatNoOrderExplainsIsReported() {
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
    ModelComparison comparison = new ModelComparison(Pessimist::new);
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
      List<Stimulus> stimuli = script(seed);
      String text = ScenarioText.of(stimuli);
      assertThat(Scenario.parse("seed " + seed, text).dag()).isEqualTo(RandomRun.of(seed).dag());
      assertThat(new StimulusText(RandomRun.of(seed).dag()).parse(lines(text)))
          .hasSameSizeAs(stimuli);
    }
  }

  private static String lines(String script) {
    return script.substring(script.indexOf("start")).replace('\n', ';');
  }

  private static List<Stimulus> script(long seed) {
    RandomRun run = RandomRun.of(seed);
    BatchModel model = new BatchModel(true);
    List<Stimulus> stimuli = new ArrayList<>();
    run.next(model).ifPresent(stimuli::add);
    model.apply(stimuli.getFirst());
    for (Optional<Stimulus> next = run.next(model); next.isPresent(); next = run.next(model)) {
      model.apply(next.get());
      stimuli.add(next.get());
    }
    return stimuli;
  }

  /** A subject that takes every success for a failure. */
  private static final class Pessimist implements Subject {
    private final ModelSubject model = new ModelSubject();

    @Override
    public Verdict apply(Stimulus stimulus) {
      return stimulus instanceof Succeed(String task, Integer claim)
          ? model.apply(new Fail(task, claim, FailureType.EXPLICIT, false, "boom"))
          : model.apply(stimulus);
    }

    @Override
    public Observation observe() {
      return model.observe();
    }

    @Override
    public Duration untilRetry(String task) {
      return model.untilRetry(task);
    }
  }

  /** A subject that takes the last of several stimuli first. */
  private record Reversing(Subject subject) implements Subject {
    @Override
    public Verdict apply(Stimulus stimulus) {
      return subject.apply(stimulus);
    }

    @Override
    public List<Verdict> applyTogether(List<Stimulus> stimuli) {
      return stimuli.reversed().stream().map(subject::apply).toList().reversed();
    }

    @Override
    public Observation observe() {
      return subject.observe();
    }

    @Override
    public Duration untilRetry(String task) {
      return subject.untilRetry(task);
    }
  }
}
