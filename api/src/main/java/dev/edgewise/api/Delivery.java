package dev.edgewise.api;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One webhook call of a task, made or owed.
 *
 * @param trigger the event of the task that caused it
 * @param attempt the attempt of the task; counts from 0
 * @param status the result of the last call ({@code pending}, {@code success} or {@code failure}),
 *     {@code owed} while another call is due, or {@code dead} when the delivery was given up
 * @param url null when no further call is due
 * @param attempts the number of calls
 * @param responseStatus null when there was no response
 * @param responseBody the beginning of the last response body; null when there was none
 * @param dueAt when the next call is due; null when there is none
 * @param createdAt null before the first call, like {@code updatedAt}
 */
public record Delivery(
    String idempotencyKey,
    UUID taskId,
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
