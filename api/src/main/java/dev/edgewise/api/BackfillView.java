package dev.edgewise.api;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A backfill of a schedule.
 *
 * @param ticks how many ticks it was to start
 * @param started how many it has started
 * @param failed how many could not be started
 * @param remaining how many it will start
 * @param endedAt null while it goes on
 */
public record BackfillView(
    UUID backfillId,
    String schedule,
    Instant from,
    Instant to,
    int maxParallel,
    boolean again,
    BackfillState state,
    int ticks,
    int started,
    int failed,
    int remaining,
    String createdBy,
    Instant createdAt,
    @Nullable Instant endedAt) {}
