package dev.edgewise.api;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A dependency of a task.
 *
 * @param id the parent's local id in its request; null when its batch was deleted
 * @param taskId of the parent
 */
public record TaskDependency(@Nullable String id, UUID taskId, EdgeCondition condition) {}
