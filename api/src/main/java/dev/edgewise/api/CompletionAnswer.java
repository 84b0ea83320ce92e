package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * The answer to one completion.
 *
 * @param taskId as the client sent it; null when it sent none
 * @param error null unless the completion is invalid
 */
public record CompletionAnswer(
    @Nullable String taskId, CompletionResult result, @Nullable String error) {}
