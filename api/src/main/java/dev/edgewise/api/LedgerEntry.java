package dev.edgewise.api;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One line of a batch's ledger.
 *
 * @param id grows in the order of the ledger
 * @param type the state that the task entered, or {@code submitted}, {@code resumed}, {@code rerun}
 * @param taskId null when it is about the batch as a whole
 * @param attempt counts from 0; null when it is about the batch as a whole
 * @param detail the reason, where there is one
 * @param sourceId id of the event that caused it; null when none did
 */
public record LedgerEntry(
    long id,
    String type,
    @Nullable UUID taskId,
    @Nullable Integer attempt,
    Instant at,
    @Nullable String detail,
    @Nullable String sourceId) {}
