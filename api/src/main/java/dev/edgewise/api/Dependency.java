package dev.edgewise.api;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A dependency of a submitted task. {@code id} names a task of the same request, {@code taskId} a
 * task of an earlier batch.
 *
 * @param id null when {@code taskId} is given
 * @param taskId null when {@code id} is given
 * @param condition null means always
 * @param requiresSuccess deprecated: true means on_success, false means always; not allowed
 *     together with {@code condition}
 */
public record Dependency(
    @Nullable String id,
    @Nullable UUID taskId,
    @Nullable EdgeCondition condition,
    @Nullable Boolean requiresSuccess) {}
