package dev.edgewise.server.http.read;

import dev.edgewise.api.EdgeCondition;
import dev.edgewise.api.TaskGroup;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.http.layout.Shape;
import dev.edgewise.server.http.layout.Shape.Line;
import dev.edgewise.server.store.read.EdgeRow;
import dev.edgewise.server.store.read.TaskRow;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
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

  /** The same with one box for all tasks of a kind in a layer. */
  Drawing grouped() {
    record Heap(int layer, String kind) {}
    int[] layers = shape().layers();
    Map<Heap, Integer> heaps = new HashMap<>();
    int[] heapOf = new int[layers.length];
    List<List<TaskRow>> members = new ArrayList<>();
    for (int i = 0; i < layers.length; i++) {
      heapOf[i] = heaps.computeIfAbsent(new Heap(layers[i], rows.get(i).kind()), _ -> heaps.size());
      if (heapOf[i] == members.size()) {
        members.add(new ArrayList<>());
      }
      members.get(heapOf[i]).add(rows.get(i));
    }
    var drawing = new Drawing();
    members.forEach(
        tasks -> drawing.boxes.add(new Box(tasks.getFirst().key().publicId(), group(tasks))));
    Set<Line> drawn = new HashSet<>();
    for (int i = 0; i < lines.size(); i++) {
      Line line = new Line(heapOf[lines.get(i).from()], heapOf[lines.get(i).to()]);
      if (drawn.add(line)) {
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
