package dev.edgewise.sdk;

import dev.edgewise.api.Task;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What became of a submission: its tasks in the order of the request, none when all were
 * deduplicated.
 */
public record Submitted(Optional<UUID> batch, List<Task> tasks) {

  /** The batch's id, of a submission that surely made one. */
  public UUID batchId() {
    return batch.orElseThrow(
        () -> new IllegalStateException("Nothing was created: every task was deduplicated"));
  }
}
