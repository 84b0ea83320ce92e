package dev.edgewise.server.http.layout;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.layout.Placement.Corner;
import dev.edgewise.server.http.layout.Placement.Direction;
import dev.edgewise.server.life.ProcessEnd;
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

/** Lays out a graph with the layered algorithm of the Eclipse Layout Kernel (ELK). */
public final class ElkPlacement {
  private static final double GAP_BETWEEN_LAYERS = 64;
  private static final double GAP_IN_LAYER = 18;

  /** A layout keeps one CPU core busy, so only one runs at a time. */
  private static final Semaphore ONE_AT_A_TIME = new Semaphore(1);

  private ElkPlacement() {}

  /** The result of an attempt to lay out a graph. */
  public sealed interface Attempt {
    record Made(Placement placement) implements Attempt {}

    /** Another layout was running for too long. */
    record Busy() implements Attempt {}

    /**
     * This layout took too long. It runs to its end in the background, and its result is dropped.
     */
    record TooLong() implements Attempt {}
  }

  /** Lays out a graph within the time limits. */
  public static Attempt of(Shape shape, Direction direction) throws InterruptedException {
    return of(
        shape,
        direction,
        Duration.ofSeconds(Limits.LAYOUT_ELK_MAX_WAIT_SECS),
        Duration.ofSeconds(Limits.LAYOUT_ELK_MAX_SECS));
  }

  /**
   * @param turn how long to wait while another layout runs
   * @param making how long to wait for this layout
   */
  static Attempt of(Shape shape, Direction direction, Duration turn, Duration making)
      throws InterruptedException {
    if (!ONE_AT_A_TIME.tryAcquire(turn.toNanos(), TimeUnit.NANOSECONDS)) {
      return new Attempt.Busy();
    }
    var layout = new FutureTask<>(() -> placementOrEnd(shape, direction));
    start(layout);
    try {
      return new Attempt.Made(layout.get(making.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      return new Attempt.TooLong();
    } catch (ExecutionException e) {
      throw new IllegalStateException("The layout failed", e.getCause());
    }
  }

  /** A request that no longer waits for the layout does not learn of its failure. */
  private static Placement placementOrEnd(Shape shape, Direction direction) {
    try {
      return placement(shape, direction);
    } catch (RuntimeException | Error e) {
      ProcessEnd.endIfFatal(e);
      throw e;
    }
  }

  /** Starts the layout on a platform thread: a virtual thread would block its carrier. */
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
    // The options can be set only after the service has registered them.
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
    // All edges of a node share one point, and siblings keep the given order.
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

  /**
   * The points of an edge. ELK's bend points of a spline are the control points and ends of its
   * Bézier curves.
   */
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
    // Complete curves have a start and three points each; anything else is drawn as a straight
    // line.
    return points.size() % 6 == 2 ? points : List.of();
  }

  private static double rounded(double value) {
    return Math.rint(value * 10) / 10;
  }
}
