package dev.edgewise.core.graph;

import dev.edgewise.core.state.TaskKey;
import java.util.List;

/**
 * Tasks that are added to a batch, validated and with defaults.
 *
 * @param tasks depend on each other by index, and on older tasks of the batch as on those of
 *     another batch
 * @param read older tasks whose results the expressions read; an index in {@link TaskSpec#reads}
 *     past the tasks names one of these
 */
public record Growth(List<TaskSpec> tasks, List<Older> read) {

  /** A task that the batch had before, and its local ID. */
  public record Older(String localId, TaskKey task) {}

  public Growth {
    tasks = List.copyOf(tasks);
    read = List.copyOf(read);
  }
}
