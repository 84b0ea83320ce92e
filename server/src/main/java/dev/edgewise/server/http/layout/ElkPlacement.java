package dev.edgewise.server.http.layout;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.layout.Placement.Corner;
import dev.edgewise.server.http.layout.Placement.Direction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
  private static final Semaphore ONE_AT_A_TIME = new Semaphore(1);

  private ElkPlacement() {}

  /** What became of a wish for a layout. */
  public sealed interface Attempt {
    record Made(Placement placement) implements Attempt {}

    /** Another layout is still being made. */
    record Busy() implements Attempt {}

    /** This one takes too long; it is made to its end, but nobody gets it. */
    record TooLong() implements Attempt {}
  }

  /** Lays a shape out, unless that would take too long. */
  public static Attempt of(Shape shape, Direction direction) throws InterruptedException {
    return of(
        shape,
        direction,
        Duration.ofSeconds(Limits.LAYOUT_ELK_MAX_WAIT_SECS),
        Duration.ofSeconds(Limits.LAYOUT_ELK_MAX_SECS));
  }

  /**
   * @param turn how long to wait while another layout is made
   * @param making how long to wait for this one
   */
  static Attempt of(Shape shape, Direction direction, Duration turn, Duration making)
      throws InterruptedException {
    if (!ONE_AT_A_TIME.tryAcquire(turn.toNanos(), TimeUnit.NANOSECONDS)) {
      return new Attempt.Busy();
    }
    var layout = new FutureTask<>(() -> placement(shape, direction));
    start(layout);
    try {
      return new Attempt.Made(layout.get(making.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      return new Attempt.TooLong();
    } catch (ExecutionException e) {
      throw new IllegalStateException("The layout cannot be made", e.getCause());
    }
  }

  /** On a thread of the system: a virtual one would keep its carrier from all others. */
  private static void start(Runnable layout) {
    boolean started = false;
    try {
      Thread.ofPlatform()
          .daemon()
          .name("layout")
          .start(() -> {
            try {
              layout.run();
            } finally {
              ONE_AT_A_TIME.release();
            }
          });
      started = true;
    } finally {
      if (!started) {
        ONE_AT_A_TIME.release();
      }
    }
  }

  private static Placement placement(Shape shape, Direction direction) {
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
