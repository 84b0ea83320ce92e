package dev.edgewise.api;

import java.util.List;
import java.util.UUID;

/**
 * A line of a drawing.
 *
 * @param condition of the edge; of the first one when the line stands for several
 * @param points x and y in turn: the start, then two control points and an end for each Bézier
 *     curve; empty when the line may go straight
 */
public record PlacedLink(
    UUID parentId, UUID childId, EdgeCondition condition, List<Double> points) {}
