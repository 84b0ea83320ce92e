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
    @Nullable Integer priority) {}
