package dev.edgewise.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The request to start the ticks of a schedule that are over.
 *
 * @param from the first moment, included
 * @param to the end, not included and not in the future
 * @param maxParallel how many runs may go on at once; 100 when null
 * @param again whether ticks that have started are started again; false when null
 */
public record BackfillRequest(
    Instant from, Instant to, @Nullable Integer maxParallel, @Nullable Boolean again) {}
