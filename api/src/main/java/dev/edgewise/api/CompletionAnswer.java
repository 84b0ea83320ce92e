package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * The answer to one completion.
 *
 * @param taskId as it was given; null when it was not
 * @param error null unless the completion is invalid
 */
public record CompletionAnswer(
    @Nullable String taskId, CompletionResult result, @Nullable String error) {}
