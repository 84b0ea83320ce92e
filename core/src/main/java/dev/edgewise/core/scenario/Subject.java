package dev.edgewise.core.scenario;

import dev.edgewise.core.model.Command;
import dev.edgewise.core.model.Snapshot;
import dev.edgewise.core.model.Verdict;
import java.time.Duration;
import java.util.List;

/** An engine that a scenario can be played against, holding one batch. */
public interface Subject {

  /** Does what the command says; the first one submits the batch. */
  Verdict apply(Command command);

  /**
   * Does what the commands say, at once if the subject can; the answers are in their order.
   *
   * @param commands none of them submits, unless it is alone
   */
  default List<Verdict> applyTogether(List<Command> commands) {
    return commands.stream().map(this::apply).toList();
  }

  /** What can be seen of the batch now. */
  Snapshot observe();

  /** How long a task that is RetryPending still waits for its next attempt. */
  Duration untilRetry(String task);
}
