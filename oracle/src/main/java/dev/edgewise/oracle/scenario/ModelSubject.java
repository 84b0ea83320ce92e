package dev.edgewise.oracle.scenario;

import dev.edgewise.core.state.Transition;
import dev.edgewise.oracle.model.BatchModel;
import dev.edgewise.oracle.model.Change;
import dev.edgewise.oracle.model.Observation;
import dev.edgewise.oracle.model.Step;
import dev.edgewise.oracle.model.Stimulus;
import dev.edgewise.oracle.model.Verdict;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** The model as a subject; it remembers which transitions it saw. */
public final class ModelSubject implements Subject {
  private final BatchModel model = new BatchModel(true);
  private final Set<Transition> visited = new LinkedHashSet<>();

  /** A model whose batch is still to be submitted. */
  public ModelSubject() {}

  @Override
  public Verdict apply(Stimulus stimulus) {
    Step step = model.apply(stimulus);
    step.changes().stream().map(Change::transition).forEach(visited::add);
    return step.verdict();
  }

  @Override
  public Observation observe() {
    return model.observe();
  }

  @Override
  public Duration untilRetry(String task) {
    return model.retryAt(task).minus(model.now());
  }

  /** How often the task was claimed so far. */
  public int claims(String task) {
    return model.claims(task);
  }

  /** The transitions that happened so far. */
  public Set<Transition> visited() {
    return Collections.unmodifiableSet(visited);
  }
}
