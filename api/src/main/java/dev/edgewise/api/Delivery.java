package dev.edgewise.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One webhook call of a task, made or owed.
 *
 * @param trigger what it was called for
 * @param attempt of the task; counts from 0
 * @param status {@code pending}, {@code success} or {@code failure} of the last call, {@code owed}
 *     while another one is due, {@code dead} when there will be none
 * @param url null once nothing is owed
 * @param attempts how often it was called
 * @param responseStatus null when no answer came
 * @param responseBody the beginning of the last answer; null when it had no body
 * @param dueAt when it is called next; null when it is not
 * @param createdAt null before the first call, like {@code updatedAt}
 */
public record Delivery(
    String idempotencyKey,
    Trigger trigger,
    int attempt,
    String status,
    @Nullable String url,
    int attempts,
    @Nullable Integer responseStatus,
    @Nullable String responseBody,
    @Nullable String error,
    @Nullable Instant dueAt,
    @Nullable Instant createdAt,
    @Nullable Instant updatedAt) {}
