package dev.edgewise.server.app;

import dev.edgewise.server.http.Method;
import dev.edgewise.server.http.Route;
import java.util.List;
import java.util.UUID;

/**
 * A request for every route of the table, which names one batch, one of its tasks and one word in
 * all other places.
 *
 * @param word the kind of the task, and the name of workflows and schedules
 */
record RouteRequests(UUID batch, UUID task, String word) {

  /** The path of a route, with its variables filled in. */
  String path(Route route) {
    UUID id = route.path().contains("batch") || route.path().contains("dag") ? batch : task;
    return route
        .path()
        .replace("/delivery/{id}", "/delivery/" + task + ":success")
        .replace("/deliveries/{id}", "/deliveries/" + task + ":success")
        .replace("{id}", id.toString())
        .replace("{batch_id}", batch.toString())
        .replace("{key}", word)
        .replace("{token}", word)
        .replace("{name}", word)
        .replace("{tenant}", "acme")
        .replace("{workspace}", word);
  }

  /** A body for a route; empty if it needs none. */
  String body(Route route) {
    String item = "{\"task_id\":\"%s\",\"delivery_token\":\"AAAA\"".formatted(task);
    String claim = "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":10".formatted(word);
    return switch (route.operation()) {
      case "submitBatch" ->
          "[{\"id\":\"b\",\"name\":\"b\",\"kind\":\"k\",\"dependencies\":[{\"task_id\":\"%s\"}]}]"
              .formatted(task);
      case "putSchedule" -> "{\"workflow\":\"%s\",\"interval\":\"PT1H\"}".formatted(word);
      case "backfillSchedule" ->
          "{\"from\":\"2026-01-01T00:00:00Z\",\"to\":\"2026-01-01T01:00:00Z\"}";
      case "replaceRules" -> "{\"kind\":\"%s\",\"rules\":[]}".formatted(word);
      case "changeTasks" -> "{\"action\":\"cancel\",\"filter\":{\"kind\":\"%s\"}}".formatted(word);
      case "updateTask" -> "{\"priority\":5}";
      case "addToCounters" -> "{\"new_success\":1}";
      case "signalWorkspace" -> "{\"key\":\"%s\"}".formatted(word);
      case "decideApproval" -> "{\"decision\":\"approve\"}";
      case "claimTasks" -> claim + "}";
      case "completeAndClaim" -> claim + ",\"completions\":[" + item + ",\"status\":\"Success\"}]}";
      case "completeTasks" -> "[" + item + ",\"status\":\"Success\"}]";
      case "heartbeatTasks" -> "[" + item + "}]";
      case "logTasks" -> "[" + item + ",\"lines\":[{\"message\":\"x\"}]}]";
      case "logTask" -> "{\"lines\":[{\"message\":\"x\"}]}";
      case "reportEvents" ->
          """
          {"specversion":"1.0","id":"01HZX3Z9T0000000000000000A","source":"t",
           "type":"edgewise.task.finished","subject":"%s","data":{"attempt":0,"outcome":"SUCCESS"}}\
          """
              .formatted(task);
      default -> route.method() == Method.PUT ? "{\"unknown\":1}" : "";
    };
  }

  /** Whether the path of a route names something that belongs to a workspace. */
  static boolean isNamed(Route route) {
    return route.path().contains("{") && !route.path().contains("*}");
  }

  /** Whether a route creates what its path names. */
  static boolean creates(Route route) {
    return List.of("putWorkflow", "putSecret", "putWorkspace").contains(route.operation());
  }

  /** Whether a route must answer 404 if what its path names does not exist. */
  static boolean mustExist(Route route) {
    // A schedule names a workflow, counters of unknown tasks are dropped, and any signal is kept.
    return isNamed(route)
        && !creates(route)
        && !List.of("putSchedule", "addToCounters", "signalWorkspace").contains(route.operation());
  }
}
