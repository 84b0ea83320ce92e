package dev.edgewise.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A schedule and its state.
 *
 * @param version of the workflow; null when each run uses the newest
 * @param nextRuns the next ticks, without jitter; empty while the schedule is paused
 * @param lastTick the last tick that started a run or failed to
 * @param lastBatch the batch that was started last
 * @param lastError why the last tick failed to start a run
 */
public record ScheduleView(
    String name,
    String workflow,
    @Nullable Integer version,
    @Nullable Json inputs,
    @Nullable String cron,
    @Nullable Json interval,
    String zone,
    @Nullable Json jitter,
    ScheduleOverlap overlap,
    @Nullable Json catchUp,
    Map<String, String> labels,
    boolean paused,
    List<Instant> nextRuns,
    @Nullable Instant lastTick,
    @Nullable UUID lastBatch,
    @Nullable String lastError,
    Instant createdAt,
    Instant updatedAt) {}
