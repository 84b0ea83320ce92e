package dev.edgewise.server.http.read;

import dev.edgewise.api.EdgeCondition;
import dev.edgewise.api.TaskGroup;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.layout.Shape;
import dev.edgewise.server.http.layout.Shape.Line;
import dev.edgewise.server.store.read.EdgeRow;
import dev.edgewise.server.store.read.TaskRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What is to be drawn of a batch, before anything has its place. */
final class Drawing {
  private final List<Box> boxes = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();
  private final List<EdgeCondition> conditions = new ArrayList<>();
  private final List<TaskRow> rows = new ArrayList<>();
  private final Map<TaskKey, Integer> places = new HashMap<>();

  /** Null until somebody has decided them otherwise than the lines do. */
  private final int @Nullable [] layers;

  Drawing() {
    this(null);
  }

  private Drawing(int @Nullable [] layers) {
    this.layers = layers;
  }

  /**
   * A box.
   *
   * @param group null when it is one task
   */
  record Box(UUID id, @Nullable TaskGroup group) {}

  void add(TaskRow task) {
    places.put(task.key(), boxes.size());
    boxes.add(new Box(task.key().publicId(), null));
    rows.add(task);
  }

  /** Adds an edge; one that leads out of the drawing is left out. */
  void add(EdgeRow edge) {
    Integer from = places.get(edge.parent());
    Integer to = places.get(edge.child());
    if (from != null && to != null) {
      lines.add(new Line(from, to));
      conditions.add(TaskViews.condition(edge.condition()));
    }
  }

  List<Box> boxes() {
    return boxes;
  }

  /** The condition of each line. */
  List<EdgeCondition> conditions() {
    return conditions;
  }

  Shape shape() {
    return new Shape(boxes.size(), lines);
  }

  /** The layer of each box. */
  int[] layers() {
    return layers == null ? shape().layers() : layers;
  }

  /**
   * The same with one box for all tasks of a kind in a layer, or in a few layers that follow each
   * other where there are so many that nobody could tell their boxes apart.
   */
  Drawing grouped() {
    int[] layer = layers();
    int depth = 1;
    Heaps heaps = heaps(layer, depth);
    int last = Arrays.stream(layer).max().orElse(0);
    while (heaps.numbers.size() > Limits.LAYOUT_MAX_GROUPS && depth <= last) {
      depth *= 2;
      heaps = heaps(layer, depth);
    }
    return drawing(heaps);
  }

  /** Tasks of a kind that are about equally far from the start. */
  private record Heap(int layer, String kind) {}

  /** All heaps of a drawing, numbered from 0 on in order, and the number of each box's. */
  private static final class Heaps {
    private final Map<Heap, Integer> numbers = new LinkedHashMap<>();
    private final int[] of;

    Heaps(int boxes) {
      of = new int[boxes];
    }
  }

  private Heaps heaps(int[] layer, int depth) {
    var heaps = new Heaps(layer.length);
    for (int i = 0; i < layer.length; i++) {
      Heap heap = new Heap(layer[i] / depth, rows.get(i).kind());
      heaps.of[i] = heaps.numbers.computeIfAbsent(heap, _ -> heaps.numbers.size());
    }
    return heaps;
  }

  private Drawing drawing(Heaps heaps) {
    List<List<TaskRow>> members = new ArrayList<>();
    heaps.numbers.forEach((heap, number) -> members.add(new ArrayList<>()));
    for (int i = 0; i < heaps.of.length; i++) {
      members.get(heaps.of[i]).add(rows.get(i));
    }
    int[] layer = heaps.numbers.keySet().stream().mapToInt(Heap::layer).toArray();
    var drawing = new Drawing(layer);
    members.forEach(
        tasks -> drawing.boxes.add(new Box(tasks.getFirst().key().publicId(), group(tasks))));
    Set<Line> drawn = new HashSet<>();
    for (int i = 0; i < lines.size(); i++) {
      Line line = new Line(heaps.of[lines.get(i).from()], heaps.of[lines.get(i).to()]);
      if (layer[line.from()] < layer[line.to()] && drawn.add(line)) {
        drawing.lines.add(line);
        drawing.conditions.add(conditions.get(i));
      }
    }
    return drawing;
  }

  private static TaskGroup group(List<TaskRow> tasks) {
    Map<TaskState, Long> states = new EnumMap<>(TaskState.class);
    tasks.forEach(task -> states.merge(task.state(), 1L, Long::sum));
    return new TaskGroup(tasks.getFirst().kind(), tasks.size(), BatchReads.statusCounts(states));
  }
}
