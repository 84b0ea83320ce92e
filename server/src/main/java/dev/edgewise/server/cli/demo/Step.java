package dev.edgewise.server.cli.demo;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A task of an example and its expected end.
 *
 * @param work the work to do, sent as the task's metadata
 * @param retries the maximum number of retries
 * @param ending the expected final status
 */
record Step(String name, String kind, List<Edge> parents, Work work, int retries, String ending) {

  /** An edge from a parent. */
  record Edge(String parent, String condition) {}

  /**
   * The work of a step.
   *
   * @param millis how long it takes
   * @param failures how many attempts fail before one succeeds
   */
  record Work(int millis, int failures) {}

  Step {
    parents = List.copyOf(parents);
  }

  static Step of(String name, String kind, int millis) {
    return new Step(name, kind, List.of(), new Work(millis, 0), 0, "Success");
  }

  Step after(String parent, String condition) {
    List<Edge> more = new ArrayList<>(parents);
    more.add(new Edge(parent, condition));
    return new Step(name, kind, more, work, retries, ending);
  }

  /** Returns a step whose first attempts fail and are retried. */
  Step failing(int failures, int retries, String ending) {
    return new Step(name, kind, parents, new Work(work.millis, failures), retries, ending);
  }

  /** Returns a step with another expected status, although it does not fail. */
  Step ending(String status) {
    return new Step(name, kind, parents, work, retries, status);
  }

  /**
   * Returns the task definition for the submission.
   *
   * @param receiver the base URL to call; null if workers claim the task
   */
  Map<String, Object> submission(@Nullable URI receiver) {
    Map<String, Object> task = new LinkedHashMap<>();
    task.put("id", name);
    task.put("name", name);
    task.put("kind", kind);
    Map<String, Object> doing = Map.of("takes_ms", work.millis, "failures", work.failures);
    task.put("metadata", doing);
    if (receiver != null) {
      task.put(
          "on_start",
          Map.of(
              "kind",
              "Webhook",
              "params",
              Map.of("url", receiver + "/" + name, "verb", "Post", "body", doing)));
    }
    task.put(
        "dependencies",
        parents.stream()
            .map(edge -> Map.of("id", edge.parent, "condition", edge.condition))
            .toList());
    if (retries > 0) {
      task.put("retry", Map.of("max_retries", retries, "initial_delay_secs", 1));
    }
    return task;
  }
}
