package dev.edgewise.oracle.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.Transition;
import dev.edgewise.oracle.model.BatchModel;
import dev.edgewise.oracle.model.Change;
import dev.edgewise.oracle.model.DagModel;
import dev.edgewise.oracle.model.Invariants;
import dev.edgewise.oracle.model.Observation;
import dev.edgewise.oracle.model.Step;
import dev.edgewise.oracle.model.Stimulus;
import dev.edgewise.oracle.model.Stimulus.Fail;
import dev.edgewise.oracle.model.Stimulus.RerunBatch;
import dev.edgewise.oracle.model.Stimulus.RerunTask;
import dev.edgewise.oracle.model.Stimulus.Submit;
import dev.edgewise.oracle.model.Stimulus.Succeed;
import dev.edgewise.oracle.model.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** The model checked against its own invariants over many random runs. */
class RandomRunTest {
  /** What the runs must contain, besides all kinds of stimuli. */
  private static final String[] FEATURES = {
    "CALL",
    "ERROR",
    "EXECUTED",
    "GUARDED",
    "OUTPUT",
    "RETURN",
    "UNCLEAR",
    "VALUE",
    "any",
    "deadline",
    "join n",
    "on_task_failure stop",
    "spread COLLECT",
    "spread FAIL_FAST",
    "spread with a minimum",
    "wait for a signal",
    "wait for a time",
    "BatchOverdue",
    "ChildEnds",
    "ChildStarts",
    "Crash",
    "Due",
    "Overdue",
    "Pause",
    "RerunBatch",
    "RerunTask",
    "Signal",
    "StopBatch"
  };

  private static final int RUNS = Integer.getInteger("edgewise.random.runs", 5_000);

  @Test
  void everyStepKeepsTheInvariantsAndEveryTransitionIsVisited(TestReporter reporter) {
    Set<Transition> visited = new HashSet<>();
    Map<String, Integer> coverage = new TreeMap<>();
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
          assertThat(Invariants.survivors(run.dag(), after)).as(where).isEmpty();
        }
        if (!(step.verdict() instanceof Verdict.Applied)) {
          assertThat(before.differences(after)).as(where).isEmpty();
          assertThat(step.changes()).as(where).isEmpty();
        }
        step.changes().stream().map(Change::transition).forEach(visited::add);
        stimuli++;
        if (step.verdict() instanceof Verdict.Applied) {
          features(run.dag(), next.get()).forEach(name -> coverage.merge(name, 1, Integer::sum));
        }
        applied += step.verdict() instanceof Verdict.Applied ? 1 : 0;
        before = after;
      }
    }
    reporter.publishEntry("%d runs, %d commands, %d applied".formatted(RUNS, stimuli, applied));
    reporter.publishEntry("applied: " + coverage);
    Scenarios.all()
        .forEach(scenario -> {
          ModelSubject subject = new ModelSubject();
          scenario.play(subject);
          visited.addAll(subject.visited());
        });
    reporter.publishEntry(visited.size() + " transitions: " + visited);
    assertThat(visited).containsExactlyInAnyOrderElementsOf(Transition.TABLE);
    assertThat(coverage).containsKeys(FEATURES);
  }

  /** What an applied stimulus is about: its kind, and for a submission what its graph has. */
  private static List<String> features(DagModel dag, Stimulus stimulus) {
    List<String> features = new ArrayList<>(List.of(stimulus.getClass().getSimpleName()));
    if (stimulus instanceof Submit) {
      for (DagModel.Node node : dag.nodes()) {
        features.add(
            node.work() instanceof DagModel.Wait(String signal, _, _)
                ? signal == null ? "wait for a time" : "wait for a signal"
                : node.work().toString());
        features.add(node.join().all() ? "join all" : node.join().any() ? "any" : "join n");
        if (node.spread() != null) {
          features.add("spread " + node.spread().errors());
          features.add(node.spread().minimum() == null ? "spread" : "spread with a minimum");
        }
        if (node.deadlineSecs() > 0) {
          features.add("deadline");
        }
      }
      if (dag.stopsOnFailure()) {
        features.add("on_task_failure stop");
      }
    }
    return features;
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
