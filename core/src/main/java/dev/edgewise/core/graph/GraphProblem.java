package dev.edgewise.core.graph;

import java.util.List;

/** An error in the graph of a submission, described for its author. */
public sealed interface GraphProblem {

  /** The path of the error in the request, such as {@code tasks[2].dependencies[0].id}. */
  String path();

  /** The error message. */
  String message();

  /** Returns path and message as one line of an error's details. */
  default String line() {
    return path() + ": " + message();
  }

  /** Two tasks of the request share an id. */
  record DuplicateTask(int task, int first, String name) implements GraphProblem {
    @Override
    public String path() {
      return "tasks[" + task + "].id";
    }

    @Override
    public String message() {
      return "'" + name + "' is already the id of tasks[" + first + "]";
    }
  }

  /** A dependency names a task that is not in the request. */
  record UnknownParent(int task, int position, String name) implements GraphProblem {
    @Override
    public String path() {
      return dependency(task, position);
    }

    @Override
    public String message() {
      return "no task has the id '" + name + "'";
    }
  }

  /** A task depends on itself. */
  record SelfEdge(int task, int position, String name) implements GraphProblem {
    @Override
    public String path() {
      return dependency(task, position);
    }

    @Override
    public String message() {
      return "'" + name + "' depends on itself";
    }
  }

  /** A task names the same parent twice. */
  record DuplicateEdge(int task, int position, String name) implements GraphProblem {
    @Override
    public String path() {
      return dependency(task, position);
    }

    @Override
    public String message() {
      return "'" + name + "' is named twice";
    }
  }

  /**
   * Tasks that wait for each other.
   *
   * @param names the tasks from parent to child; the last one is a parent of the first
   */
  record Cycle(List<String> names) implements GraphProblem {
    /** Longer cycles are abbreviated in the message. */
    private static final int PRINTED = 50;

    public Cycle {
      names = List.copyOf(names);
    }

    @Override
    public String path() {
      return "tasks";
    }

    @Override
    public String message() {
      return "the dependencies form a cycle: " + arrows() + " -> " + names.getFirst();
    }

    private String arrows() {
      if (names.size() <= PRINTED) {
        return String.join(" -> ", names);
      }
      int half = PRINTED / 2;
      return String.join(" -> ", names.subList(0, half))
          + " -> ... "
          + (names.size() - 2 * half)
          + " more ... -> "
          + String.join(" -> ", names.subList(names.size() - half, names.size()));
    }
  }

  private static String dependency(int task, int position) {
    return "tasks[" + task + "].dependencies[" + position + "].id";
  }
}
