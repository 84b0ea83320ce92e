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

/** The nodes and edges of a batch's drawing, before they are laid out. */
final class Drawing {
  private final List<Box> boxes = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();
  private final List<EdgeCondition> conditions = new ArrayList<>();
  private final List<TaskRow> rows = new ArrayList<>();
  private final Map<TaskKey, Integer> places = new HashMap<>();

  /** The layer of each box; null when the edges determine it. */
  private final int @Nullable [] layers;

  Drawing() {
    this(null);
  }

  private Drawing(int @Nullable [] layers) {
    this.layers = layers;
  }

  /**
   * A node of the drawing.
   *
   * @param group null when the box is a single task
   */
  record Box(UUID id, @Nullable TaskGroup group) {}

  void add(TaskRow task) {
    places.put(task.key(), boxes.size());
    boxes.add(new Box(task.key().publicId(), null));
    rows.add(task);
  }

  /** Adds an edge; an edge to a task outside the drawing is ignored. */
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
   * The drawing with one box for all tasks of a kind in a layer. If that makes too many boxes,
   * consecutive layers are merged.
   */
  Drawing grouped() {
    int[] layer = layers();
    int depth = 1;
    Grouping grouping = grouping(layer, depth);
    int last = Arrays.stream(layer).max().orElse(0);
    while (grouping.numbers.size() > Limits.LAYOUT_MAX_GROUPS && depth <= last) {
      depth *= 2;
      grouping = grouping(layer, depth);
    }
    return drawing(grouping);
  }

  /** Identifies a group of tasks: their kind and their layer, or range of layers. */
  private record GroupKey(int layer, String kind) {}

  /** The groups of a drawing, numbered from 0, and the group of each box. */
  private static final class Grouping {
    private final Map<GroupKey, Integer> numbers = new LinkedHashMap<>();
    private final int[] of;

    Grouping(int boxes) {
      of = new int[boxes];
    }
  }

  private Grouping grouping(int[] layer, int depth) {
    var grouping = new Grouping(layer.length);
    for (int i = 0; i < layer.length; i++) {
      GroupKey key = new GroupKey(layer[i] / depth, rows.get(i).kind());
      grouping.of[i] = grouping.numbers.computeIfAbsent(key, _ -> grouping.numbers.size());
    }
    return grouping;
  }

  private Drawing drawing(Grouping grouping) {
    List<List<TaskRow>> members = new ArrayList<>();
    grouping.numbers.forEach((key, number) -> members.add(new ArrayList<>()));
    for (int i = 0; i < grouping.of.length; i++) {
      members.get(grouping.of[i]).add(rows.get(i));
    }
    int[] layer = grouping.numbers.keySet().stream().mapToInt(GroupKey::layer).toArray();
    var drawing = new Drawing(layer);
    members.forEach(
        tasks -> drawing.boxes.add(new Box(tasks.getFirst().key().publicId(), group(tasks))));
    Set<Line> drawn = new HashSet<>();
    for (int i = 0; i < lines.size(); i++) {
      Line line = new Line(grouping.of[lines.get(i).from()], grouping.of[lines.get(i).to()]);
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
