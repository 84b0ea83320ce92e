package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * A completion, an update, or both; null leaves a value as it is.
 *
 * @param status Success or Failure
 * @param failureReason required with Failure
 * @param retryable false forbids a retry whatever the policy says
 * @param metadata replaces what the task has
 * @param newSuccess added to the success counter
 * @param newFailures added to the failure counter
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
