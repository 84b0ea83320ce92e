package dev.edgewise.core.model;

import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The shape of a modelled batch; a node's place in the list is its number. */
public record Dag(List<Node> nodes) {
  /** Seconds without activity after which a running attempt fails, unless a node says otherwise. */
  public static final int DEFAULT_TIMEOUT_SECS = 60;

  public Dag {
    nodes = List.copyOf(nodes);
  }

  /**
   * One task.
   *
   * @param parents its incoming edges, at most one from each parent
   * @param barrier whether dead ends stop here
   * @param retry null means that no failure is retried
   */
  public record Node(
      String name,
      List<Edge> parents,
      boolean barrier,
      @Nullable RetryPolicy retry,
      int timeoutSecs) {
    public Node {
      parents = List.copyOf(parents);
    }
  }

  /** An edge as its child sees it. */
  public record Edge(int parent, Condition condition) {}
}
