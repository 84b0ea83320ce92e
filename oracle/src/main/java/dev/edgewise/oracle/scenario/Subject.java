package dev.edgewise.oracle.scenario;

import dev.edgewise.oracle.model.Observation;
import dev.edgewise.oracle.model.Stimulus;
import dev.edgewise.oracle.model.Verdict;
import java.time.Duration;
import java.util.List;

/** An engine that a scenario can be played against, holding one batch. */
public interface Subject {

  /** Does what the stimulus says; the first one submits the batch. */
  Verdict apply(Stimulus stimulus);

  /**
   * Does what the stimuli say, at once if the subject can; the answers are in their order.
   *
   * @param stimuli none of them submits, unless it is alone
   */
  default List<Verdict> applyTogether(List<Stimulus> stimuli) {
    return stimuli.stream().map(this::apply).toList();
  }

  /** What can be seen of the batch now. */
  Observation observe();

  /** How long a task that is RetryPending still waits for its next attempt. */
  Duration untilRetry(String task);
}
