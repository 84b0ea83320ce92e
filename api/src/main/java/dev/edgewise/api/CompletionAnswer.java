package dev.edgewise.api;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one completion.
 *
 * @param error null unless the completion is invalid
 */
public record CompletionAnswer(UUID taskId, CompletionResult result, @Nullable String error) {}
