package dev.edgewise.server.http.layout;

import java.util.ArrayList;
import java.util.List;

/**
 * A graph reduced to its nodes, numbered from 0, and its edges.
 *
 * @param nodes the number of nodes
 */
public record Shape(int nodes, List<Line> lines) {

  /** An edge between two nodes. */
  public record Line(int from, int to) {}

  public Shape {
    lines = List.copyOf(lines);
  }

  /** The children of each node. */
  List<List<Integer>> children() {
    List<List<Integer>> children = rows(nodes);
    lines.forEach(line -> children.get(line.from).add(line.to));
    return children;
  }

  /** The parents of each node. */
  List<List<Integer>> parents() {
    List<List<Integer>> parents = rows(nodes);
    lines.forEach(line -> parents.get(line.to).add(line.from));
    return parents;
  }

  /** The layer of each node: the length of the longest path to it from a node without parents. */
  public int[] layers() {
    int[] layer = new int[nodes];
    int[] open = new int[nodes];
    lines.forEach(line -> open[line.to]++);
    List<List<Integer>> children = children();
    int[] ready = new int[nodes];
    int end = 0;
    for (int node = 0; node < nodes; node++) {
      if (open[node] == 0) {
        ready[end++] = node;
      }
    }
    for (int next = 0; next < end; next++) {
      for (int child : children.get(ready[next])) {
        layer[child] = Math.max(layer[child], layer[ready[next]] + 1);
        if (--open[child] == 0) {
          ready[end++] = child;
        }
      }
    }
    return layer;
  }

  static List<List<Integer>> rows(int count) {
    List<List<Integer>> rows = new ArrayList<>(count);
    for (int row = 0; row < count; row++) {
      rows.add(new ArrayList<>());
    }
    return rows;
  }
}
