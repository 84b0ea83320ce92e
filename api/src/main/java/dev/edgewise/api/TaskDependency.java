package dev.edgewise.api;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One incoming edge of a task.
 *
 * @param id the parent's name in its request; null when its batch was removed
 * @param taskId the parent
 */
public record TaskDependency(@Nullable String id, UUID taskId, EdgeCondition condition) {}
