package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * A completion of a task, an update of it, or both; a null member changes nothing.
 *
 * @param status Success or Failure
 * @param failureReason required with Failure
 * @param retryable false prevents a retry, even if the retry policy allows it
 * @param metadata replaces the task's metadata
 * @param newSuccess is added to the success counter
 * @param newFailures is added to the failure counter
 * @param progress how far the attempt is, from 0 to 1
 * @param message what the executor says, at most 500 characters
 * @param error more about a failure than its reason; only with a status; cut if it has more than 32
 *     KiB
 */
public record TaskPatch(
    @Nullable TaskStatus status,
    @Nullable Json result,
    @Nullable String failureReason,
    @Nullable Boolean retryable,
    @Nullable Json metadata,
    @Nullable Long newSuccess,
    @Nullable Long newFailures,
    @Nullable Long expectedCount,
    @Nullable Integer priority,
    @Nullable Double progress,
    @Nullable String message,
    @Nullable TaskError error) {}
