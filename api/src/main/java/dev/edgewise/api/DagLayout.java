package dev.edgewise.api;

import java.util.List;

/**
 * A drawing of a batch: boxes of one size, and the lines between them.
 *
 * @param method how it was made
 * @param nodeWidth the width of every box
 * @param nodeHeight the height of every box
 */
public record DagLayout(
    LayoutMethod method,
    double width,
    double height,
    double nodeWidth,
    double nodeHeight,
    List<PlacedNode> nodes,
    List<PlacedLink> links) {}
