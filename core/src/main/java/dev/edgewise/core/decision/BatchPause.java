package dev.edgewise.core.decision;

import java.util.Set;

/**
 * The pause of a whole batch.
 *
 * @param alone the numbers of the tasks that were paused before the batch was; they stay paused
 *     when it is resumed
 */
public record BatchPause(Set<Integer> alone) {
  public BatchPause {
    alone = Set.copyOf(alone);
  }
}
