package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * What an event says about its task.
 *
 * @param attempt counts from 0; an event of another attempt is stale
 * @param outcome required when the type is edgewise.task.finished
 * @param result goes with SUCCESS
 * @param error why, with FAILED or CANCELLED
 */
public record EventData(
    int attempt, @Nullable Outcome outcome, @Nullable Json result, @Nullable String error) {}
