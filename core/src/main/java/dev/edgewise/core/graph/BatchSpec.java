package dev.edgewise.core.graph;

import dev.edgewise.core.state.TaskKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A submission: a graph of tasks and the properties of the batch.
 *
 * @param name null when none was given
 * @param inputs a JSON object for expressions, null when none was given
 * @param metadata any JSON, null when none was given
 * @param labels a JSON object of strings by which batches are found, null when none were given
 * @param stopsOnFailure whether the first failure of a task that no other task makes up for ends it
 * @param deadlineMillis the time from its submission in which it has to end; 0 for no limit
 * @param caller the task that calls it; null if none does
 */
public record BatchSpec(
    @Nullable String name,
    @Nullable String inputs,
    @Nullable String metadata,
    @Nullable String labels,
    List<TaskSpec> tasks,
    boolean stopsOnFailure,
    long deadlineMillis,
    @Nullable Caller caller) {

  /**
   * An attempt of a task that calls a batch.
   *
   * @param level how many calls are above the batch
   */
  public record Caller(TaskKey task, int attempt, int level) {}

  public BatchSpec {
    tasks = List.copyOf(tasks);
  }

  /** Returns the same batch, called by a task, or by none if the caller is null. */
  public BatchSpec calledBy(@Nullable Caller task) {
    return new BatchSpec(
        name, inputs, metadata, labels, tasks, stopsOnFailure, deadlineMillis, task);
  }
}
