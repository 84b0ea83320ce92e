package dev.edgewise.server.http.layout;

import java.util.List;

/**
 * Where everything of a shape goes.
 *
 * @param boxes the upper left corner of each box
 * @param routes for each line the points of its curves; empty lists for straight lines
 */
public record Placement(
    double width, double height, List<Corner> boxes, List<List<Double>> routes) {

  /** The size of every box. */
  public static final double BOX_WIDTH = 168;

  public static final double BOX_HEIGHT = 44;

  /** A corner of a box. */
  public record Corner(double x, double y) {}

  /** Which way lines lead. */
  public enum Direction {
    RIGHT,
    DOWN
  }

  public Placement {
    boxes = List.copyOf(boxes);
    routes = List.copyOf(routes);
  }
}
