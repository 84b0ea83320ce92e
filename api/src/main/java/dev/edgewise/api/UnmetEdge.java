package dev.edgewise.api;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An edge that is open or unsatisfied.
 *
 * @param name the parent's; null when its batch was removed, as is its status
 * @param satisfied null while it is open, false when it can no longer be satisfied
 */
public record UnmetEdge(
    UUID parentId,
    @Nullable String name,
    @Nullable TaskStatus status,
    EdgeCondition condition,
    @Nullable Boolean satisfied) {}
