package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * The answer to one heartbeat.
 *
 * @param taskId as the client sent it; null when it sent none
 * @param shouldCancel whether the worker should stop working on the task
 * @param error null unless the heartbeat is invalid
 */
public record HeartbeatAnswer(
    @Nullable String taskId,
    CompletionResult result,
    boolean shouldCancel,
    @Nullable String error) {}
