package dev.edgewise.core.graph;

import java.util.List;

/**
 * The result of checking a draft.
 *
 * @param graph the graph of the valid edges; complete if there are no problems
 * @param problems all problems, in the order of the request, cycles last
 */
public record GraphCheck(Graph graph, List<GraphProblem> problems) {
  public GraphCheck {
    problems = List.copyOf(problems);
  }

  public boolean sound() {
    return problems.isEmpty();
  }
}
