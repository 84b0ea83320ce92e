package dev.edgewise.core.graph;

import java.util.List;

/**
 * What checking a draft found.
 *
 * @param graph the graph of the sound edges; all of them when there are no problems
 * @param problems everything that is wrong, in the order of the request, cycles last
 */
public record GraphCheck(Graph graph, List<GraphProblem> problems) {
  public GraphCheck {
    problems = List.copyOf(problems);
  }

  public boolean sound() {
    return problems.isEmpty();
  }
}
