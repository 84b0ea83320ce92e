package dev.edgewise.core.graph;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A submission: a graph of tasks and the properties of the batch.
 *
 * @param name null when none was given
 * @param inputs a JSON object for expressions, null when none was given
 * @param metadata any JSON, null when none was given
 */
public record BatchSpec(
    @Nullable String name,
    @Nullable String inputs,
    @Nullable String metadata,
    List<TaskSpec> tasks) {
  public BatchSpec {
    tasks = List.copyOf(tasks);
  }
}
