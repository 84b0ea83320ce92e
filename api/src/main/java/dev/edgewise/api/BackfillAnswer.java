package dev.edgewise.api;

import java.util.UUID;

/**
 * A backfill that was begun.
 *
 * @param ticks how many ticks it will start
 */
public record BackfillAnswer(UUID backfillId, int ticks) {}
