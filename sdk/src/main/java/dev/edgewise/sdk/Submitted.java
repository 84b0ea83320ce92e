package dev.edgewise.sdk;

import dev.edgewise.api.Task;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The result of a submission: the batch and its tasks in the order of the request; empty when all
 * tasks were deduplicated.
 */
public record Submitted(Optional<UUID> batch, List<Task> tasks) {

  /** The id of the batch; throws when nothing was created. */
  public UUID batchId() {
    return batch.orElseThrow(
        () -> new IllegalStateException("Nothing was created: every task was deduplicated"));
  }
}
