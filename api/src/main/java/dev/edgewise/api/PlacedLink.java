package dev.edgewise.api;

import java.util.List;
import java.util.UUID;

/**
 * A link of a layout.
 *
 * @param condition the condition of the edge; of the first edge when the link stands for several
 * @param points alternating x and y: the start, then two control points and an end for each Bézier
 *     curve; empty for a straight line
 */
public record PlacedLink(
    UUID parentId, UUID childId, EdgeCondition condition, List<Double> points) {}
