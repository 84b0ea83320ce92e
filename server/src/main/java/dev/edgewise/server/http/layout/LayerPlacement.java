package dev.edgewise.server.http.layout;

import dev.edgewise.server.http.layout.Placement.Corner;
import dev.edgewise.server.http.layout.Placement.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Lays out a graph in layers. Within a layer, nodes are sorted by the average position of their
 * neighbours, which avoids most crossings.
 */
public final class LayerPlacement {
  private static final double GAP_BETWEEN_LAYERS = 76;
  private static final double GAP_BETWEEN_FOLDS = 20;
  private static final double GAP_IN_LAYER = 18;
  private static final double GAP_BETWEEN_BANDS_MAX = 120;
  private static final double RATIO = 1.6;
  private static final double BAND_MIN_RATIO = 6;
  private static final int SWEEPS = 4;
  private static final int SWEEP_MAX_NODES = 10_000;
  private static final int FOLD_MIN_BOXES = 12;

  private final Shape shape;
  private final int[] layer;
  private final int[] rank;

  private LayerPlacement(Shape shape, int[] layer) {
    this.shape = shape;
    this.layer = layer;
    this.rank = new int[shape.nodes()];
  }

  /**
   * Lays out a graph.
   *
   * @param layers the layer of each node
   */
  public static Placement of(Shape shape, int[] layers, Direction direction) {
    return new LayerPlacement(shape, layers).place(direction);
  }

  private Placement place(Direction direction) {
    int last = Arrays.stream(layer).max().orElse(0);
    List<List<Integer>> layers = Shape.rows(last + 1);
    for (int node = 0; node < layer.length; node++) {
      rank[node] = layers.get(layer[node]).size();
      layers.get(layer[node]).add(node);
    }
    if (shape.nodes() <= SWEEP_MAX_NODES) {
      untangle(layers);
    }
    return coordinates(layers, direction);
  }

  private void untangle(List<List<Integer>> layers) {
    List<List<Integer>> parents = shape.parents();
    List<List<Integer>> children = shape.children();
    List<List<Integer>> upwards = new ArrayList<>(layers);
    Collections.reverse(upwards);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      boolean down = sweep % 2 == 0;
      (down ? layers : upwards).forEach(row -> sort(row, down ? parents : children));
    }
  }

  private void sort(List<Integer> row, List<List<Integer>> neighbours) {
    double[] middle = new double[row.size()];
    for (int i = 0; i < middle.length; i++) {
      List<Integer> near = neighbours.get(row.get(i));
      middle[i] = near.stream().mapToInt(other -> rank[other]).average().orElse(i);
    }
    List<Integer> sorted =
        row.stream().sorted(Comparator.comparingDouble(node -> middle[rank[node]])).toList();
    for (int i = 0; i < sorted.size(); i++) {
      row.set(i, sorted.get(i));
      rank[sorted.get(i)] = i;
    }
  }

  /**
   * Computes the coordinates. A very long layer is folded, and very many layers are broken into
   * bands like the lines of a text; otherwise the drawing would be too long and narrow to read.
   */
  private Placement coordinates(List<List<Integer>> layers, Direction direction) {
    boolean right = direction == Direction.RIGHT;
    double along = right ? Placement.BOX_WIDTH : Placement.BOX_HEIGHT;
    double across = (right ? Placement.BOX_HEIGHT : Placement.BOX_WIDTH) + GAP_IN_LAYER;
    int longest = layers.stream().mapToInt(List::size).max().orElse(1);
    int fold = Math.max(FOLD_MIN_BOXES, (int) Math.ceil(Math.sqrt(longest) * 2));
    double extent = Math.min(longest, fold) * across;
    double gap = Math.min(extent, GAP_BETWEEN_BANDS_MAX);
    ToDoubleFunction<List<Integer>> depth =
        row -> Math.ceilDiv(row.size(), fold) * (along + GAP_BETWEEN_FOLDS) - GAP_BETWEEN_FOLDS;
    double all = layers.stream().mapToDouble(depth).sum() + layers.size() * GAP_BETWEEN_LAYERS;
    double bandLength =
        all > extent * BAND_MIN_RATIO ? Math.sqrt(all * (extent + gap) * RATIO) : all;
    Corner[] boxes = new Corner[shape.nodes()];
    double start = 0;
    double band = 0;
    double length = along;
    for (List<Integer> row : layers) {
      if (start > 0 && start + depth.applyAsDouble(row) > bandLength) {
        start = 0;
        band += extent + gap;
      }
      int perFold = Math.ceilDiv(row.size(), Math.ceilDiv(row.size(), fold));
      for (int i = 0; i < row.size(); i++) {
        int in = i / perFold;
        int count = Math.min(perFold, row.size() - in * perFold);
        double offset = band + (extent - count * across) / 2 + i % perFold * across;
        double place = start + in * (along + GAP_BETWEEN_FOLDS);
        boxes[row.get(i)] = right ? new Corner(place, offset) : new Corner(offset, place);
      }
      length = Math.max(length, start + depth.applyAsDouble(row));
      start += depth.applyAsDouble(row) + GAP_BETWEEN_LAYERS;
    }
    double breadth = band + extent;
    return new Placement(
        right ? length : breadth,
        right ? breadth : length,
        List.of(boxes),
        Collections.nCopies(shape.lines().size(), List.of()));
  }
}
