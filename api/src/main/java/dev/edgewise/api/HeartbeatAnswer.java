package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * The answer to one heartbeat.
 *
 * @param taskId as it was given; null when it was not
 * @param shouldCancel tells the worker to stop
 * @param error null unless the heartbeat is invalid
 */
public record HeartbeatAnswer(
    @Nullable String taskId,
    CompletionResult result,
    boolean shouldCancel,
    @Nullable String error) {}
