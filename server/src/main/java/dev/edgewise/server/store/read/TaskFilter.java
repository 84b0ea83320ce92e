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
    @Nullable TaskKey before) {}
