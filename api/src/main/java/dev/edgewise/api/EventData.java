package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * The data of an event about a task.
 *
 * @param attempt counts from 0; an event of another attempt is stale
 * @param outcome required when the type is edgewise.task.finished
 * @param result only with SUCCESS
 * @param error with FAILED or CANCELLED: the reason, or an object {type, message, stack}
 */
public record EventData(
    int attempt, @Nullable Outcome outcome, @Nullable Json result, @Nullable Json error) {}
