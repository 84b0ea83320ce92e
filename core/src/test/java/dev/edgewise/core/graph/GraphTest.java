package dev.edgewise.core.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Graphs, their order and their cycles. */
class GraphTest {
  private static final int MILLION = 1_000_000;

  @Test
  void parentsAndChildrenKeepTheOrderOfTheEdges() {
    Graph graph = Graph.of(4, new int[] {1, 0, 0}, new int[] {3, 3, 2});
    assertThat(graph.parents(3)).containsExactly(1, 0);
    assertThat(graph.children(0)).containsExactly(3, 2);
    assertThat(graph.parentCount(0)).isZero();
    assertThat(graph.childCount(0)).isEqualTo(2);
    assertThat(graph.edgeCount()).isEqualTo(3);
  }

  @Test
  void everyNodeComesAfterItsParents() {
    Random random = new Random(7);
    int[] names = random.ints(0, Integer.MAX_VALUE).distinct().limit(200).toArray();
    int[] parents = new int[600];
    int[] children = new int[600];
    for (int edge = 0; edge < parents.length; edge++) {
      int a = random.nextInt(200);
      int b = (a + 1 + random.nextInt(199)) % 200;
      // Edges follow a hidden order that has nothing to do with the node numbers.
      parents[edge] = names[a] < names[b] ? a : b;
      children[edge] = names[a] < names[b] ? b : a;
    }
    int[] place = new int[200];
    int[] order = Graph.of(200, parents, children).topologicalOrder();
    for (int at = 0; at < order.length; at++) {
      place[order[at]] = at;
    }
    assertThat(order).doesNotHaveDuplicates().hasSize(200);
    for (int edge = 0; edge < parents.length; edge++) {
      assertThat(place[parents[edge]]).isLessThan(place[children[edge]]);
    }
  }

  @Test
  void anEmptyGraphIsSound() {
    Graph graph = Graph.of(0, new int[0], new int[0]);
    assertThat(graph.topologicalOrder()).isEmpty();
    assertThat(graph.cycles()).isEmpty();
  }

  @Test
  void aCycleBeginsWithItsLowestNodeAndFollowsTheEdges() {
    // 3 -> 1 -> 2 -> 3, reached from 0 and leading to 4
    Graph graph = Graph.of(5, new int[] {0, 3, 1, 2, 3}, new int[] {3, 1, 2, 3, 4});
    assertThat(graph.cycles()).containsExactly(new int[] {1, 2, 3});
    assertThatThrownBy(graph::topologicalOrder)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("[1, 2, 3]");
  }

  @Test
  void separateCyclesAreAllFound() {
    Graph graph = Graph.of(6, new int[] {0, 1, 1, 2, 3, 4}, new int[] {1, 0, 2, 3, 2, 5});
    assertThat(graph.cycles()).containsExactly(new int[] {0, 1});
    Graph two = Graph.of(5, new int[] {0, 1, 2, 3, 4}, new int[] {1, 0, 3, 4, 2});
    assertThat(two.cycles()).containsExactly(new int[] {0, 1}, new int[] {2, 3, 4});
  }

  @Test
  @Timeout(20)
  void aMillionNodesInOneChainAreOrderedAndTheirCycleFound() {
    int[] parents = new int[MILLION];
    int[] children = new int[MILLION];
    for (int edge = 0; edge < MILLION; edge++) {
      parents[edge] = edge;
      children[edge] = edge + 1;
    }
    long start = System.nanoTime();
    assertThat(Graph.of(MILLION + 1, parents, children).topologicalOrder()).isSorted();
    children[MILLION - 1] = 0;
    List<int[]> cycles = Graph.of(MILLION + 1, parents, children).cycles();
    assertThat(cycles).hasSize(1);
    assertThat(cycles.getFirst()).hasSize(MILLION).isSorted();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
  }
}
