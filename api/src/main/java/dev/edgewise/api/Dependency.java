package dev.edgewise.api;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One incoming edge of a submitted task: {@code id} names a task of the same request, {@code
 * taskId} one of an earlier batch.
 *
 * @param id null when {@code taskId} is given
 * @param taskId null when {@code id} is given
 * @param condition null means always
 * @param requiresSuccess the old spelling of the condition; not together with it
 */
public record Dependency(
    @Nullable String id,
    @Nullable UUID taskId,
    @Nullable EdgeCondition condition,
    @Nullable Boolean requiresSuccess) {}
