package dev.edgewise.oracle.model;

import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Join;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a modelled batch; a node's place in the list is its number.
 *
 * @param stopsOnFailure whether the first failure that no child makes up for ends the batch
 * @param deadlineSecs the seconds from the submission in which it has to end; 0 for no limit
 */
public record DagModel(List<Node> nodes, boolean stopsOnFailure, int deadlineSecs) {
  /** Seconds without activity after which a running attempt fails, unless a node says otherwise. */
  public static final int DEFAULT_TIMEOUT_SECS = 60;

  public DagModel {
    nodes = List.copyOf(nodes);
  }

  /** The same batch with other tasks. */
  public DagModel of(List<Node> others) {
    return new DagModel(others, stopsOnFailure, deadlineSecs);
  }

  /**
   * One task.
   *
   * @param parents its incoming edges, at most one from each parent
   * @param join how many of them must be satisfied
   * @param barrier whether dead ends stop here
   * @param retry null means that no failure is retried
   * @param deadlineSecs the seconds from its readiness in which it has to end; 0 for no limit
   * @param work what becomes of it once it is ready; of a spread that is not guarded, what becomes
   *     of its items
   * @param spread null means that it is one task
   */
  public record Node(
      String name,
      List<Edge> parents,
      Join join,
      boolean barrier,
      @Nullable RetryPolicy retry,
      int timeoutSecs,
      int deadlineSecs,
      Work work,
      @Nullable Spread spread) {
    public Node {
      parents = List.copyOf(parents);
    }

    /** A task that somebody executes, below these parents, all of which it needs. */
    public static Node plain(String name, List<Edge> parents) {
      return new Node(
          name, parents, Join.ALL, false, null, DEFAULT_TIMEOUT_SECS, 0, WhenReady.EXECUTED, null);
    }

    /** The same task with other parents. */
    public Node below(List<Edge> others) {
      return new Node(name, others, join, barrier, retry, timeoutSecs, deadlineSecs, work, spread);
    }

    /** The same task with another join. */
    public Node joining(Join other) {
      return new Node(
          name, parents, other, barrier, retry, timeoutSecs, deadlineSecs, work, spread);
    }

    /** The same task with another work. */
    public Node doing(Work other) {
      return new Node(
          name, parents, join, barrier, retry, timeoutSecs, deadlineSecs, other, spread);
    }

    /** The same task with another spread. */
    public Node spreading(@Nullable Spread other) {
      return new Node(name, parents, join, barrier, retry, timeoutSecs, deadlineSecs, work, other);
    }

    /** The same task with another deadline. */
    public Node within(int seconds) {
      return new Node(name, parents, join, barrier, retry, timeoutSecs, seconds, work, spread);
    }

    /** Whether it queues for somebody to execute it once it is ready. */
    public boolean executed() {
      return work == WhenReady.EXECUTED && spread == null;
    }

    /** Whether it runs without an executor once it is ready. */
    public boolean runsByItself() {
      return spread == null
          && switch (work) {
            case Wait _ -> true;
            case WhenReady whenReady -> whenReady == WhenReady.CALL;
          };
    }
  }

  /**
   * What makes a task several.
   *
   * @param count how many items it becomes
   * @param guarded the indexes of the items whose guard is false
   * @param minimum how many items must succeed; null for all, or for none if errors are collected
   * @param parallel how many items may be held at once; 0 means any number
   */
  public record Spread(
      int count, Set<Integer> guarded, Errors errors, @Nullable Minimum minimum, int parallel) {
    public Spread {
      guarded = Set.copyOf(guarded);
    }

    /** Whether an item that ends badly may leave the spread successful. */
    public boolean absorbs() {
      return errors == Errors.COLLECT || minimum != null;
    }
  }

  /** What an item that ends badly does. */
  public enum Errors {
    /** The spread fails once all items have ended. */
    FAIL,
    /** It becomes a value. */
    COLLECT,
    /** The others are canceled once the spread cannot succeed any more. */
    FAIL_FAST
  }

  /**
   * How many items of a spread must succeed.
   *
   * @param percent whether the amount is a percentage of the items, rounded up
   */
  public record Minimum(int amount, boolean percent) {
    /** The number for so many items; it may be larger. */
    public int of(int items) {
      return percent ? (int) Math.ceil(items * amount / 100.0) : amount;
    }

    @Override
    public String toString() {
      return amount + (percent ? "%" : "");
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
  public sealed interface Work {
    /** Whether the server decides its end as soon as it is ready. */
    default boolean inline() {
      return switch (this) {
        case Wait _ -> false;
        case WhenReady whenReady ->
            switch (whenReady) {
              case VALUE, ERROR, OUTPUT, RETURN -> true;
              case EXECUTED, GUARDED, UNCLEAR, CALL -> false;
            };
      };
    }
  }

  /** The works that need no further word. */
  public enum WhenReady implements Work {
    /** Somebody executes it. */
    EXECUTED,
    /** Its guard is false. */
    GUARDED,
    /**
     * It is an inline node; its value is the list of its parents' results, of an item its index.
     */
    VALUE,
    /** It is an inline node and its expression fails. */
    ERROR,
    /** It is an inline node, and its value is the result of the batch unless that has one. */
    OUTPUT,
    /** It is an inline node, its value is the result of the batch, and the batch is over. */
    RETURN,
    /** It would wait, but the expression that says how long fails. */
    UNCLEAR,
    /** It calls a workflow. */
    CALL
  }

  /**
   * It waits for a signal, or for some time.
   *
   * @param signal the name of the signal; null for a time
   * @param secs the seconds from its readiness for which it waits; 0 for a signal
   * @param timeoutSecs the seconds from its readiness after which it fails; 0 for never
   */
  public record Wait(@Nullable String signal, int secs, int timeoutSecs) implements Work {
    /** Whether its time ends with a failure. */
    public boolean expires() {
      return timeoutSecs > 0 && (signal != null || timeoutSecs < secs);
    }
  }

  /** The reason of an inline node whose expression fails: it divides by zero. */
  public static final String ERROR_REASON = "let: column 3: / by zero";

  /** The reason of a wait whose expression fails. */
  public static final String UNCLEAR_REASON = "wait.for: ${1 / 0}: column 3: / by zero";

  /** An edge as its child sees it. */
  public record Edge(int parent, Condition condition) {}
}
