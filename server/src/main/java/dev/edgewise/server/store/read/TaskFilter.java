package dev.edgewise.server.store.read;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks of a workspace a list shows; null lets all pass.
 *
 * @param name a part of the task's name, taken literally
 * @param metadata JSON that the task's metadata contains
 * @param failureReason a part of the failure reason, taken literally
 * @param worker the worker that holds the task or held it
 * @param origin of the task's batch
 * @param before only tasks that come after this one in the list
 */
public record TaskFilter(
    Workspace workspace,
    @Nullable UUID batchId,
    @Nullable TaskState state,
    @Nullable String kind,
    @Nullable String name,
    @Nullable Integer timeoutSecs,
    @Nullable String metadata,
    @Nullable String failureReason,
    @Nullable String worker,
    Origin origin,
    Span created,
    Span ended,
    @Nullable TaskKey before) {

  /**
   * What a batch says about itself; null lets all pass.
   *
   * @param labels a JSON object; the batch has all of these labels
   * @param workflow the batch is a run of this workflow
   */
  public record Origin(@Nullable String labels, @Nullable String workflow) {}

  /** The same filter for the tasks that come after one in the list. */
  public TaskFilter behind(@Nullable TaskKey task) {
    return new TaskFilter(
        workspace,
        batchId,
        state,
        kind,
        name,
        timeoutSecs,
        metadata,
        failureReason,
        worker,
        origin,
        created,
        ended,
        task);
  }
}
