package dev.edgewise.server.http.layout;

import java.util.List;

/**
 * The coordinates of all nodes and edges of a graph.
 *
 * @param boxes the upper left corner of each node
 * @param routes for each edge the points of its curves; an empty list for a straight line
 */
public record Placement(
    double width, double height, List<Corner> boxes, List<List<Double>> routes) {

  /** The size of every node. */
  public static final double BOX_WIDTH = 168;

  public static final double BOX_HEIGHT = 44;

  /** The upper left corner of a node. */
  public record Corner(double x, double y) {}

  /** The direction of edges. */
  public enum Direction {
    RIGHT,
    DOWN
  }

  public Placement {
    boxes = List.copyOf(boxes);
    routes = List.copyOf(routes);
  }
}
