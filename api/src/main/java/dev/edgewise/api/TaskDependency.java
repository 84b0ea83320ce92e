package dev.edgewise.api;

import java.util.UUID;

/**
 * One incoming edge of a task.
 *
 * @param id the parent's name in its request
 * @param taskId the parent
 */
public record TaskDependency(String id, UUID taskId, EdgeCondition condition) {}
