package dev.edgewise.api;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A batch as lists show it.
 *
 * @param name null when none was given
 * @param completedAt null until every task has ended
 */
public record BatchSummary(
    UUID batchId,
    @Nullable String name,
    @Nullable Json metadata,
    Map<String, String> labels,
    BatchState state,
    long totalTasks,
    StatusCounts statusCounts,
    Instant createdAt,
    @Nullable Instant completedAt) {}
