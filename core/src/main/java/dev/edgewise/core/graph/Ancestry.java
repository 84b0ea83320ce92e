package dev.edgewise.core.graph;

import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a node is an ancestor of another. Most questions concern near relatives and
 * need only a short walk upwards. For the others, all descendants of the upper node are found once
 * and cached.
 */
public final class Ancestry {
  private static final int NEAR = 200;
  private static final int KEPT = 64;

  private final int size;
  private final IntFunction<int[]> parents;
  private final int[] visited;
  private int walk;
  private @Nullable Graph graph;
  private final Map<Integer, BitSet> below =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, BitSet> eldest) {
          return size() > KEPT;
        }
      };

  /**
   * @param parents returns the parents of a node
   */
  public Ancestry(int size, IntFunction<int[]> parents) {
    this.size = size;
    this.parents = parents;
    this.visited = new int[size];
  }

  /** Whether a path leads from the first node down to the second. */
  public boolean above(int ancestor, int node) {
    int[] near = new int[NEAR];
    int found = 0;
    int next = 0;
    walk++;
    for (int current = node; ; current = near[next++]) {
      for (int parent : parents.apply(current)) {
        if (parent == ancestor) {
          return true;
        }
        if (visited[parent] != walk) {
          if (found == NEAR) {
            return below.computeIfAbsent(ancestor, this::descendants).get(node);
          }
          visited[parent] = walk;
          near[found++] = parent;
        }
      }
      if (next == found) {
        return false;
      }
    }
  }

  private BitSet descendants(int node) {
    Graph all = graph();
    BitSet found = new BitSet(size);
    int[] queue = new int[size];
    int end = 0;
    queue[end++] = node;
    for (int next = 0; next < end; next++) {
      for (int child : all.children(queue[next])) {
        if (!found.get(child)) {
          found.set(child);
          queue[end++] = child;
        }
      }
    }
    return found;
  }

  private Graph graph() {
    if (graph == null) {
      int[] from = new int[16];
      int[] to = new int[16];
      int edges = 0;
      for (int node = 0; node < size; node++) {
        for (int parent : parents.apply(node)) {
          if (edges == from.length) {
            from = Arrays.copyOf(from, 2 * edges);
            to = Arrays.copyOf(to, 2 * edges);
          }
          from[edges] = parent;
          to[edges++] = node;
        }
      }
      graph = Graph.of(size, Arrays.copyOf(from, edges), Arrays.copyOf(to, edges));
    }
    return graph;
  }
}
