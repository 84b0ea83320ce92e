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
   * @param decision what becomes of it once it is ready
   */
  public record Node(
      String name,
      List<Edge> parents,
      boolean barrier,
      @Nullable RetryPolicy retry,
      int timeoutSecs,
      Decision decision) {
    public Node {
      parents = List.copyOf(parents);
    }

    /** The same task with other parents. */
    public Node below(List<Edge> others) {
      return new Node(name, others, barrier, retry, timeoutSecs, decision);
    }
  }

  /** What becomes of a ready task. */
  public enum Decision {
    /** Somebody executes it. */
    EXECUTED,
    /** Its guard is false. */
    GUARDED,
    /** It is an inline node and has a value. */
    VALUE,
    /** It is an inline node and its expression fails. */
    ERROR
  }

  /** The reason of an inline node whose expression fails. */
  public static final String ERROR_REASON = "let: no value";

  /** An edge as its child sees it. */
  public record Edge(int parent, Condition condition) {}
}
