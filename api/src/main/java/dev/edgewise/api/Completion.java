package dev.edgewise.api;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A worker reports the end of an attempt.
 *
 * @param status Success or Failure
 * @param failureReason required with Failure
 * @param retryable false forbids a retry whatever the policy says
 */
public record Completion(
    UUID taskId,
    String deliveryToken,
    TaskStatus status,
    @Nullable Json result,
    @Nullable String failureReason,
    @Nullable Boolean retryable) {}
