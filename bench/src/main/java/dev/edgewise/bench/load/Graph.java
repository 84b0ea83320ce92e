package dev.edgewise.bench.load;

import java.util.stream.IntStream;

/** A graph of tasks by number from 0 on. */
public final class Graph {

  private final int[][] parents;

  Graph(int[][] parents) {
    this.parents = parents;
  }

  public int size() {
    return parents.length;
  }

  public IntStream parents(int no) {
    return IntStream.of(parents[no]);
  }

  public boolean isRoot(int no) {
    return parents[no].length == 0;
  }

  public int edges() {
    return IntStream.range(0, size()).map(no -> parents[no].length).sum();
  }
}
