package dev.edgewise.api;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An edge and, once its parent has ended, its fact.
 *
 * @param satisfied null while the edge is open, like the members after it
 * @param rowVersion id of the ledger entry that wrote the fact
 */
public record EdgeView(
    UUID parentId,
    UUID childId,
    EdgeCondition condition,
    @Nullable Boolean satisfied,
    @Nullable EdgeResolution resolution,
    @Nullable Instant satisfiedAt,
    @Nullable Integer satisfyingAttempt,
    @Nullable Long rowVersion) {}
