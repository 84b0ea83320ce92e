package dev.edgewise.server.http.layout;

import dev.edgewise.server.http.layout.Placement.Corner;
import dev.edgewise.server.http.layout.Placement.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.eclipse.elk.alg.layered.LayeredLayoutProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.alg.layered.options.OrderingStrategy;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.util.NullElkProgressMonitor;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/** Lays a shape out with the layered algorithm of the Eclipse Layout Kernel. */
public final class ElkPlacement {
  private static final double GAP_BETWEEN_LAYERS = 64;
  private static final double GAP_IN_LAYER = 18;

  /** It burns a processor while it works; one is enough. */
  private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();

  private ElkPlacement() {}

  public static Placement of(Shape shape, Direction direction) {
    ONE_AT_A_TIME.lock();
    try {
      // Options have no values before the service has registered their types.
      LayoutMetaDataService.getInstance();
      ElkNode graph = graph(shape, direction);
      new LayeredLayoutProvider().layout(graph, new NullElkProgressMonitor());
      return new Placement(
          graph.getWidth(),
          graph.getHeight(),
          graph.getChildren().stream()
              .map(box -> new Corner(rounded(box.getX()), rounded(box.getY())))
              .toList(),
          graph.getContainedEdges().stream().map(ElkPlacement::route).toList());
    } finally {
      ONE_AT_A_TIME.unlock();
    }
  }

  private static ElkNode graph(Shape shape, Direction direction) {
    ElkNode graph = ElkGraphUtil.createGraph();
    graph.setProperty(
        LayeredOptions.DIRECTION,
        switch (direction) {
          case RIGHT -> org.eclipse.elk.core.options.Direction.RIGHT;
          case DOWN -> org.eclipse.elk.core.options.Direction.DOWN;
        });
    graph.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.SPLINES);
    // One end of a line at one place of a box, and siblings in the order in which they were given.
    graph.setProperty(LayeredOptions.MERGE_EDGES, true);
    graph.setProperty(
        LayeredOptions.CONSIDER_MODEL_ORDER_STRATEGY, OrderingStrategy.NODES_AND_EDGES);
    graph.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, GAP_BETWEEN_LAYERS);
    graph.setProperty(LayeredOptions.SPACING_NODE_NODE, GAP_IN_LAYER);
    graph.setProperty(LayeredOptions.PADDING, new ElkPadding(0));
    List<ElkNode> boxes = new ArrayList<>(shape.nodes());
    for (int node = 0; node < shape.nodes(); node++) {
      ElkNode box = ElkGraphUtil.createNode(graph);
      box.setDimensions(Placement.BOX_WIDTH, Placement.BOX_HEIGHT);
      boxes.add(box);
    }
    shape
        .lines()
        .forEach(
            line -> ElkGraphUtil.createSimpleEdge(boxes.get(line.from()), boxes.get(line.to())));
    return graph;
  }

  /** The bend points of a spline are the control points of its curves, and their joints. */
  private static List<Double> route(ElkEdge edge) {
    ElkEdgeSection section = edge.getSections().getFirst();
    Stream<Double> bends =
        section.getBendPoints().stream().flatMap(bend -> Stream.of(bend.getX(), bend.getY()));
    List<Double> points =
        Stream.of(
                Stream.of(section.getStartX(), section.getStartY()),
                bends,
                Stream.of(section.getEndX(), section.getEndY()))
            .flatMap(each -> each)
            .map(ElkPlacement::rounded)
            .toList();
    // Only whole curves can be drawn as such: a start, then three points for each.
    return points.size() % 6 == 2 ? points : List.of();
  }

  private static double rounded(double value) {
    return Math.rint(value * 10) / 10;
  }
}
