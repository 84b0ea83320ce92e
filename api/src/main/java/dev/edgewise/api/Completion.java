package dev.edgewise.api;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A worker's report that an attempt has ended.
 *
 * @param status Success or Failure
 * @param failureReason required with Failure
 * @param error more about the failure than its reason; cut if it has more than 32 KiB
 * @param retryable false prevents a retry, even if the retry policy allows it
 */
public record Completion(
    UUID taskId,
    String deliveryToken,
    TaskStatus status,
    @Nullable Json result,
    @Nullable String failureReason,
    @Nullable Boolean retryable,
    @Nullable TaskError error) {}
