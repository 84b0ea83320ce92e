package dev.edgewise.api;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A batch with its totals.
 *
 * @param name null when none was given
 * @param totalExpected null when some task has not announced its amount of work
 * @param result null until an output has given one
 * @param completedAt null until every task has ended
 */
public record BatchView(
    UUID batchId,
    @Nullable String name,
    @Nullable Json metadata,
    BatchState state,
    long totalTasks,
    long totalSuccess,
    long totalFailures,
    @Nullable Long totalExpected,
    StatusCounts statusCounts,
    @Nullable Json result,
    Instant createdAt,
    @Nullable Instant completedAt) {}
