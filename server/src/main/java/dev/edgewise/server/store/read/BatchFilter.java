package dev.edgewise.server.store.read;

import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which batches of a workspace a list shows; null lets all pass.
 *
 * @param kind of some task
 * @param name a part of the batch's name or of a task's, taken literally
 * @param outcome how the batch stands
 * @param state of some task
 * @param before only batches that come after this one in the list
 */
public record BatchFilter(
    Workspace workspace,
    @Nullable String kind,
    @Nullable String name,
    @Nullable BatchOutcome outcome,
    @Nullable TaskState state,
    Span created,
    TaskFilter.Origin origin,
    @Nullable Position before) {

  /** A batch's place in the list. */
  public record Position(Instant createdAt, UUID batchId) {}
}
