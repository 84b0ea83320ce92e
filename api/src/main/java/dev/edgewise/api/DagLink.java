package dev.edgewise.api;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An edge of a graph.
 *
 * @param satisfied null while the edge is open
 * @param resolution null while the edge is open
 */
public record DagLink(
    UUID parentId,
    UUID childId,
    EdgeCondition condition,
    @Nullable Boolean satisfied,
    @Nullable EdgeResolution resolution) {}
