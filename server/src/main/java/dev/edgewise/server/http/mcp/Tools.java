package dev.edgewise.server.http.mcp;

import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.mcp.Tool.Argument;
import dev.edgewise.server.http.mcp.Tool.Definition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tools that agents are offered. */
final class Tools {
  private static final List<Definition> ALL =
      List.of(
          new Definition("list_batches", "listBatches", "List batches, newest first."),
          new Definition("get_batch", "getBatch", "Read the state and the result of a batch."),
          new Definition("list_batch_tasks", "listBatchTasks", "List the tasks of a batch."),
          new Definition("list_tasks", "listTasks", "Find tasks of any batch."),
          new Definition(
              "get_task", "getTask", "Read a task: what was submitted, its state, its result."),
          new Definition(
              "explain_task", "explainTask", "Read why a task runs, waits, or did not run."),
          new Definition(
              "list_task_attempts",
              "listTaskAttempts",
              "List the attempts of a task: who ran each, how it ended, and its error."),
          new Definition(
              "get_task_logs", "listTaskLogs", "Read what the executors of a task have logged."),
          new Definition(
              "list_failures",
              "listFailures",
              "List the final failures of tasks, grouped by kind and reason."),
          new Definition(
              "list_workflows", "listWorkflows", "List the stored workflows that can be run."),
          new Definition(
              "submit_batch",
              "submitBatch",
              "Check a batch and say what it would do. With dry_run false, submit and run it."),
          new Definition("run_workflow", "runWorkflow", "Run a stored workflow."),
          new Definition(
              "rerun_batch",
              "rerunBatch",
              "Run the tasks of a batch again that ended without success."),
          new Definition(
              "rerun_task", "rerunTask", "Run a task that has ended and the tasks below it again."),
          new Definition("cancel_task", "cancelTask", "Cancel a task."),
          new Definition(
              "stop_batch", "stopBatch", "Cancel every task of a batch that has not ended."));

  private static final Map<String, List<Argument>> BODIES =
      Map.of(
          "submit_batch",
          List.of(
              new Argument(
                  "batch",
                  "object",
                  "the batch: an object with tasks, and optionally name, inputs and metadata",
                  true,
                  true)),
          "run_workflow",
          List.of(
              new Argument("inputs", "object", "the inputs of the run", false, false),
              new Argument("version", "integer", "the newest version if missing", false, false),
              new Argument("run_key", "string", "starts only one run for this key", false, false)));

  private Tools() {}

  /** The tools by name, each with its route. */
  static Map<String, Tool> of(List<Route> routes) {
    Map<String, Route> byOperation = new LinkedHashMap<>();
    routes.stream()
        .filter(route -> !route.has(Route.Trait.DEPRECATED))
        .forEach(route -> byOperation.put(route.operation(), route));
    Map<String, Tool> tools = new LinkedHashMap<>();
    for (Definition definition : ALL) {
      Route route = byOperation.get(definition.operation());
      if (route == null) {
        throw new IllegalStateException("No route is the operation " + definition.operation());
      }
      tools.put(
          definition.name(),
          new Tool(definition, route, BODIES.getOrDefault(definition.name(), List.of())));
    }
    return tools;
  }
}
