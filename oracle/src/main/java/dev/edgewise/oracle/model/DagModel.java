package dev.edgewise.oracle.model;

import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Join;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The shape of a modelled batch; a node's place in the list is its number. */
public record DagModel(List<Node> nodes) {
  /** Seconds without activity after which a running attempt fails, unless a node says otherwise. */
  public static final int DEFAULT_TIMEOUT_SECS = 60;

  public DagModel {
    nodes = List.copyOf(nodes);
  }

  /**
   * One task.
   *
   * @param parents its incoming edges, at most one from each parent
   * @param join how many of them must be satisfied
   * @param barrier whether dead ends stop here
   * @param retry null means that no failure is retried
   * @param whenReady what becomes of it once it is ready; of a spread that is not guarded, what
   *     becomes of its items
   * @param spread null means that it is one task
   */
  public record Node(
      String name,
      List<Edge> parents,
      Join join,
      boolean barrier,
      @Nullable RetryPolicy retry,
      int timeoutSecs,
      WhenReady whenReady,
      @Nullable Spread spread) {
    public Node {
      parents = List.copyOf(parents);
    }

    /** The same task with other parents. */
    public Node below(List<Edge> others) {
      return new Node(name, others, join, barrier, retry, timeoutSecs, whenReady, spread);
    }

    /** The same task with another join. */
    public Node joining(Join other) {
      return new Node(name, parents, other, barrier, retry, timeoutSecs, whenReady, spread);
    }

    /** Whether it queues for somebody to execute it once it is ready. */
    public boolean executed() {
      return whenReady == WhenReady.EXECUTED && spread == null;
    }
  }

  /**
   * What makes a task several.
   *
   * @param count how many items it becomes
   * @param guarded the indexes of the items whose guard is false
   * @param collect whether an item that ends badly becomes a value
   * @param parallel how many items may be held at once; 0 means any number
   */
  public record Spread(int count, Set<Integer> guarded, boolean collect, int parallel) {
    public Spread {
      guarded = Set.copyOf(guarded);
    }
  }

  /** What the item at an index is called. */
  public static String itemName(String spread, int index) {
    return spread + "[" + index + "]";
  }

  /** Whether only an item of a spread can have this name. */
  public static boolean isItemName(String name) {
    return name.endsWith("]");
  }

  /** What becomes of a ready task. */
  public enum WhenReady {
    /** Somebody executes it. */
    EXECUTED,
    /** Its guard is false. */
    GUARDED,
    /**
     * It is an inline node; its value is the list of its parents' results, of an item its index.
     */
    VALUE,
    /** It is an inline node and its expression fails. */
    ERROR
  }

  /** The reason of an inline node whose expression fails: it divides by zero. */
  public static final String ERROR_REASON = "let: column 3: / by zero";

  /** An edge as its child sees it. */
  public record Edge(int parent, Condition condition) {}
}
