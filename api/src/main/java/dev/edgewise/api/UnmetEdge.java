package dev.edgewise.api;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An edge that is open or unsatisfied.
 *
 * @param name the parent's name; null when its batch was deleted, as is {@code status}
 * @param satisfied null while the edge is open, false when it can no longer be satisfied
 */
public record UnmetEdge(
    UUID parentId,
    @Nullable String name,
    @Nullable TaskStatus status,
    EdgeCondition condition,
    @Nullable Boolean satisfied) {}
