package dev.edgewise.api;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A task claimed by a worker, with the token that its completion must carry. */
public record ClaimedTask(
    UUID taskId,
    UUID batchId,
    String kind,
    String name,
    int attempt,
    String deliveryToken,
    @Nullable Json input,
    @Nullable Json metadata,
    Instant leaseUntil) {}
