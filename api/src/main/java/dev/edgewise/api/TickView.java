package dev.edgewise.api;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A tick of a schedule that was decided.
 *
 * @param batchId the run; null when none was started
 * @param reason null when a run was started
 * @param backfillId the backfill that started it; null when none did
 */
public record TickView(
    Instant tickAt,
    TickState state,
    @Nullable UUID batchId,
    @Nullable String reason,
    TickCause cause,
    @Nullable UUID backfillId) {}
