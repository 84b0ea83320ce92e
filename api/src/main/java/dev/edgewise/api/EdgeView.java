package dev.edgewise.api;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An edge, with its fact when its parent has ended.
 *
 * @param satisfied null while the edge is open, as are the members after it
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
