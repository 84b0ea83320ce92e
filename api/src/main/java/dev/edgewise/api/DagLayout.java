package dev.edgewise.api;

import java.util.List;

/**
 * The layout of a batch's graph: nodes of equal size and the links between them.
 *
 * @param method the method that made the layout
 * @param nodeWidth the width of every node
 * @param nodeHeight the height of every node
 */
public record DagLayout(
    LayoutMethod method,
    double width,
    double height,
    double nodeWidth,
    double nodeHeight,
    List<PlacedNode> nodes,
    List<PlacedLink> links) {}
