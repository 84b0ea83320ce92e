package dev.edgewise.api;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A box of a drawing.
 *
 * @param id of the task; of the first one when the box stands for several
 * @param x of its left edge
 * @param y of its upper edge
 * @param group what it stands for; null when it is one task
 */
public record PlacedNode(UUID id, double x, double y, @Nullable TaskGroup group) {}
