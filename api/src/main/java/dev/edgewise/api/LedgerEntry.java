package dev.edgewise.api;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a batch's ledger.
 *
 * @param id grows in the order of the ledger
 * @param type the state that the task entered, or {@code submitted}, {@code resumed}, {@code rerun}
 * @param taskId null when the entry is about the batch
 * @param attempt counts from 0; null when the entry is about the batch
 * @param detail the reason; null when there is none
 * @param sourceId the id of the CloudEvent that caused the entry; null when none did
 * @param actor the person or key that caused the entry; null when the engine or an executor did
 */
public record LedgerEntry(
    long id,
    String type,
    @Nullable UUID taskId,
    @Nullable Integer attempt,
    Instant at,
    @Nullable String detail,
    @Nullable String sourceId,
    @Nullable String actor) {}
