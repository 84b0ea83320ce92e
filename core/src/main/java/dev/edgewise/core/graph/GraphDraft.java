package dev.edgewise.core.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A graph while it is being read: tasks in the order of the request, each followed by its
 * dependencies, which may name later tasks.
 */
public final class GraphDraft {
  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> indices = new HashMap<>();
  private final List<GraphProblem> duplicates = new ArrayList<>();
  private final List<String> parentNames = new ArrayList<>();
  private int[] childOf = new int[16];
  private int[] positionOf = new int[16];
  private int[] parentOf = {};

  /** Creates an empty draft. */
  public GraphDraft() {}

  /** Adds the next task and returns its index. */
  public int task(String name) {
    int index = names.size();
    names.add(name);
    Integer first = indices.putIfAbsent(name, index);
    if (first != null) {
      duplicates.add(new GraphProblem.DuplicateTask(index, first, name));
    }
    return index;
  }

  /**
   * Adds an edge from the named parent to the latest task and returns its number.
   *
   * @param position the index of the dependency in the task's list
   */
  public int dependency(int position, String parent) {
    int edge = parentNames.size();
    if (edge == childOf.length) {
      childOf = Arrays.copyOf(childOf, 2 * edge);
      positionOf = Arrays.copyOf(positionOf, 2 * edge);
    }
    childOf[edge] = names.size() - 1;
    positionOf[edge] = position;
    parentNames.add(parent);
    return edge;
  }

  /** Returns the index of an edge's parent after the check; -1 if there is none. */
  public int parent(int edge) {
    return parentOf[edge];
  }

  /** Returns the index of the first task with that name; -1 if there is none. */
  public int indexOf(String name) {
    return indices.getOrDefault(name, -1);
  }

  /** Returns the names in the order of the indices. */
  public List<String> names() {
    return List.copyOf(names);
  }

  /** Checks the whole draft and reports every problem at once. */
  public GraphCheck check() {
    List<GraphProblem> problems = new ArrayList<>(duplicates);
    int edges = parentNames.size();
    int[] parents = new int[edges];
    int[] children = new int[edges];
    int[] lastChildOf = new int[names.size()];
    parentOf = new int[edges];
    int sound = 0;
    for (int edge = 0; edge < edges; edge++) {
      String name = parentNames.get(edge);
      int child = childOf[edge];
      int position = positionOf[edge];
      int parent = indexOf(name);
      parentOf[edge] = parent;
      if (parent < 0) {
        problems.add(new GraphProblem.UnknownParent(child, position, name));
      } else if (parent == child) {
        problems.add(new GraphProblem.SelfEdge(child, position, name));
      } else if (lastChildOf[parent] == child + 1) {
        problems.add(new GraphProblem.DuplicateEdge(child, position, name));
      } else {
        lastChildOf[parent] = child + 1;
        parents[sound] = parent;
        children[sound++] = child;
      }
    }
    Graph graph =
        Graph.of(names.size(), Arrays.copyOf(parents, sound), Arrays.copyOf(children, sound));
    for (int[] cycle : graph.cycles()) {
      problems.add(new GraphProblem.Cycle(Arrays.stream(cycle).mapToObj(names::get).toList()));
    }
    return new GraphCheck(graph, problems);
  }
}
