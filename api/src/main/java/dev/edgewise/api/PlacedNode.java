package dev.edgewise.api;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A node of a layout.
 *
 * @param id the id of the task; of the first task when the node is a group
 * @param x of the left edge
 * @param y of the upper edge
 * @param group null when the node is a single task
 */
public record PlacedNode(UUID id, double x, double y, @Nullable TaskGroup group) {}
