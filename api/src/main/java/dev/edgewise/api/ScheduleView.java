package dev.edgewise.api;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A schedule and where it stands.
 *
 * @param nextRuns the next ticks, without jitter; none while it is paused
 * @param lastTick the last tick that was started, or could not be
 * @param lastBatch the run that was started last
 * @param lastError why the last tick could not be started
 */
public record ScheduleView(
    String name,
    String workflow,
    @Nullable Json inputs,
    @Nullable String cron,
    @Nullable Json interval,
    String zone,
    @Nullable Json jitter,
    ScheduleOverlap overlap,
    @Nullable Json catchUp,
    boolean paused,
    List<Instant> nextRuns,
    @Nullable Instant lastTick,
    @Nullable UUID lastBatch,
    @Nullable String lastError,
    Instant createdAt,
    Instant updatedAt) {}
