package dev.edgewise.core.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A directed graph over the nodes 0 to size - 1, held in flat arrays so that a million nodes are
 * cheap.
 *
 * <p>Nothing here recurses: the depth of a chain is bounded by memory only.
 */
public final class Graph {
  private final int[] parentStart;
  private final int[] parents;
  private final int[] childStart;
  private final int[] children;

  private Graph(int[] parentStart, int[] parents, int[] childStart, int[] children) {
    this.parentStart = parentStart;
    this.parents = parents;
    this.childStart = childStart;
    this.children = children;
  }

  /** Returns the graph whose k-th edge leads from {@code parents[k]} to {@code children[k]}. */
  public static Graph of(int size, int[] parents, int[] children) {
    if (parents.length != children.length) {
      throw new IllegalArgumentException(
          parents.length + " parents do not match " + children.length + " children");
    }
    int[] parentStart = starts(size, children);
    int[] childStart = starts(size, parents);
    return new Graph(
        parentStart,
        grouped(parentStart, children, parents),
        childStart,
        grouped(childStart, parents, children));
  }

  private static int[] starts(int size, int[] keys) {
    int[] starts = new int[size + 1];
    for (int key : keys) {
      starts[key + 1]++;
    }
    for (int node = 0; node < size; node++) {
      starts[node + 1] += starts[node];
    }
    return starts;
  }

  private static int[] grouped(int[] starts, int[] keys, int[] values) {
    int[] next = starts.clone();
    int[] grouped = new int[values.length];
    for (int edge = 0; edge < keys.length; edge++) {
      grouped[next[keys[edge]]++] = values[edge];
    }
    return grouped;
  }

  public int size() {
    return parentStart.length - 1;
  }

  public int edgeCount() {
    return parents.length;
  }

  public int parentCount(int node) {
    return parentStart[node + 1] - parentStart[node];
  }

  public int childCount(int node) {
    return childStart[node + 1] - childStart[node];
  }

  /** Returns the parents of a node, in the order of the given edges. */
  public int[] parents(int node) {
    return Arrays.copyOfRange(parents, parentStart[node], parentStart[node + 1]);
  }

  /** Returns the children of a node, in the order of the given edges. */
  public int[] children(int node) {
    return Arrays.copyOfRange(children, childStart[node], childStart[node + 1]);
  }

  /**
   * Returns every node after all of its parents; roots in numerical order.
   *
   * @throws IllegalStateException if the graph has a cycle
   */
  public int[] topologicalOrder() {
    int[] order = new int[size()];
    if (peel(order, openParents()) < size()) {
      throw new IllegalStateException(
          "The graph has a cycle: " + Arrays.toString(cycles().getFirst()));
    }
    return order;
  }

  /**
   * Returns cycles without common nodes, each in the direction of its edges and from its lowest
   * node. The list is empty exactly if the graph is acyclic.
   */
  public List<int[]> cycles() {
    int[] open = openParents();
    if (peel(new int[size()], open) == size()) {
      return List.of();
    }
    // Every remaining node has an open parent, so a walk upwards never ends: it reaches an older
    // walk, or itself, which closes a cycle.
    List<int[]> cycles = new ArrayList<>();
    int[] walkOf = new int[size()];
    for (int start = 0; start < size(); start++) {
      int node = start;
      while (open[node] > 0 && walkOf[node] == 0) {
        walkOf[node] = start + 1;
        node = openParent(node, open);
      }
      if (walkOf[node] == start + 1) {
        cycles.add(cycleThrough(node, open));
      }
    }
    return cycles;
  }

  private int[] openParents() {
    int[] open = new int[size()];
    for (int node = 0; node < size(); node++) {
      open[node] = parentCount(node);
    }
    return open;
  }

  /** Repeatedly removes nodes without open parents. Returns how many were removed. */
  private int peel(int[] order, int[] open) {
    int found = 0;
    for (int node = 0; node < size(); node++) {
      if (open[node] == 0) {
        order[found++] = node;
      }
    }
    for (int next = 0; next < found; next++) {
      int node = order[next];
      for (int edge = childStart[node]; edge < childStart[node + 1]; edge++) {
        if (--open[children[edge]] == 0) {
          order[found++] = children[edge];
        }
      }
    }
    return found;
  }

  private int openParent(int node, int[] open) {
    for (int edge = parentStart[node]; edge < parentStart[node + 1]; edge++) {
      if (open[parents[edge]] > 0) {
        return parents[edge];
      }
    }
    throw new IllegalStateException("Node " + node + " remains but has no open parent");
  }

  private int[] cycleThrough(int node, int[] open) {
    IntStream.Builder upwards = IntStream.builder();
    int current = node;
    do {
      upwards.add(current);
      current = openParent(current, open);
    } while (current != node);
    return downwardsFromLowest(upwards.build().toArray());
  }

  private static int[] downwardsFromLowest(int[] upwards) {
    int lowest = 0;
    for (int step = 1; step < upwards.length; step++) {
      lowest = upwards[step] < upwards[lowest] ? step : lowest;
    }
    int[] downwards = new int[upwards.length];
    for (int step = 0; step < upwards.length; step++) {
      downwards[step] = upwards[Math.floorMod(lowest - step, upwards.length)];
    }
    return downwards;
  }
}
