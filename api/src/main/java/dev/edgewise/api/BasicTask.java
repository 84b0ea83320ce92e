package dev.edgewise.api;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task as lists show it.
 *
 * @param startedAt null before the current attempt has started
 * @param endedAt null until the task has ended
 * @param expectedCount null when it was not given
 * @param attempt counts from 0
 * @param failureReason null unless the task failed, was canceled or was skipped
 * @param nextRetryAt null unless the task waits for its next attempt
 * @param join how many of the dependencies must be satisfied
 */
public record BasicTask(
    UUID id,
    String name,
    String kind,
    TaskStatus status,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    long success,
    long failures,
    @Nullable Long expectedCount,
    UUID batchId,
    boolean deadEndBarrier,
    int priority,
    int attempt,
    @Nullable String failureReason,
    @Nullable Instant nextRetryAt,
    Join join) {}
