package dev.edgewise.server.app;

import dev.edgewise.server.http.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What an attacker knows: IDs from answers, and a valid body for each route. */
final class AttackWorld {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int REMEMBERED = 200;
  private static final int KINDS = 5;

  private final List<String> tasks = new ArrayList<>(List.of(new UUID(0, 1).toString()));
  private final List<String> batches = new ArrayList<>(List.of(new UUID(0, 0).toString()));
  private final List<String[]> claims = new ArrayList<>();

  /** Learns ids from an answer. */
  synchronized void learn(String body) {
    JsonNode answer;
    try {
      answer = JSON.readTree(body);
    } catch (JacksonException e) {
      return;
    }
    for (JsonNode each :
        answer.isArray() ? answer : answer.path(answer.has("items") ? "items" : "tasks")) {
      String task = each.path("task_id").asString(each.path("id").asString(""));
      if (task.length() == 36) {
        remember(tasks, task);
      }
      if (each.has("delivery_token")) {
        remember(claims, new String[] {task, each.get("delivery_token").asString("")});
      }
      if (each.path("batch_id").asString("").length() == 36) {
        remember(batches, each.get("batch_id").asString());
      }
    }
    if (answer.path("batch_id").asString("").length() == 36) {
      remember(batches, answer.get("batch_id").asString());
    }
  }

  private static <T> void remember(List<T> known, T more) {
    if (known.size() >= REMEMBERED) {
      known.remove(0);
    }
    known.add(more);
  }

  private static <T> T any(List<T> of, RandomGenerator random) {
    return of.get(random.nextInt(of.size()));
  }

  private static String kind(RandomGenerator random) {
    return "kind-" + random.nextInt(KINDS);
  }

  private synchronized String[] claim(RandomGenerator random) {
    return claims.isEmpty()
        ? new String[] {any(tasks, random), "AAAAAAAAAAAAAAAAAAAAAAAAAAA"}
        : any(claims, random);
  }

  /** Something that fits in the place of a path's variable. */
  synchronized String pathValue(Route route, String variable, RandomGenerator random) {
    return switch (variable) {
      case "name" -> "name-" + random.nextInt(3);
      case "path*" -> "app.js";
      case "batch_id" -> any(batches, random);
      default -> any(route.path().contains("/batch") ? batches : tasks, random);
    };
  }

  /** Something that fits as a query parameter. */
  synchronized String queryValue(String name, RandomGenerator random) {
    return switch (name) {
      case "status" -> random.nextBoolean() ? "Running" : "succeeded";
      case "kind" -> kind(random);
      case "batch_id" -> any(batches, random);
      case "metadata" -> "%7B%22a%22%3A1%7D";
      case "created_after", "created_before" -> "2026-01-01T00:00:00Z";
      case "satisfied", "items", "tail", "cascade" -> "true";
      case "direction" -> "down";
      case "state" -> "dead";
      case "token" -> claim(random)[1];
      case "cursor" -> "AAAAAAAAAAAAAAAAAAAAAA";
      default -> "1";
    };
  }

  /** A proper body; empty for a route that takes none. */
  String body(Route route, RandomGenerator random) {
    if (route.takes() == null) {
      return "";
    }
    String[] claim = claim(random);
    Map<String, String> values =
        Map.of("KIND", kind(random), "TASK", claim[0], "TOKEN", claim[1], "EVENT", event(random));
    String text =
        switch (route.operation()) {
          case "submitBatch" -> random.nextBoolean() ? SUBMISSION : "[" + TASK + "]";
          case "addTasks" -> "{\"tasks\":[" + TASK + "]}";
          case "updateTask" -> random.nextBoolean() ? FINISH : CHANGE;
          case "addToCounters" -> "{\"new_success\":1,\"new_failures\":2}";
          case "replaceRules" -> "{\"kind\":\"KIND\",\"rules\":[" + RULE + "]}";
          case "claimTasks" -> CLAIM;
          case "completeTasks" -> "[" + COMPLETION + "]";
          case "completeAndClaim" -> CLAIM.replace("{", "{\"completions\":[" + COMPLETION + "],");
          case "heartbeatTask" -> "{\"progress\":0.5,\"message\":\"TOKEN\"}";
          case "logTask" -> "{\"lines\":[" + LINE + "]}";
          case "logTasks" ->
              "[{\"task_id\":\"TASK\",\"delivery_token\":\"TOKEN\",\"lines\":[" + LINE + "]}]";
          case "heartbeatTasks" ->
              "[{\"task_id\":\"TASK\",\"delivery_token\":\"TOKEN\",\"progress\":1}]";
          case "reportEvents" -> random.nextBoolean() ? EVENT : "[" + EVENT + "," + EVENT + "]";
          case "putWorkspace" -> "{\"max_running\":100000}";
          case "putSecret" -> "{\"value\":\"value of KIND\"}";
          case "signalBatch" -> "{\"data\":{\"a\":1},\"id\":\"EVENT\"}";
          case "signalWorkspace" -> "{\"key\":\"KIND\",\"data\":[1],\"id\":\"EVENT\"}";
          case "decideApproval", "decideApprovalByLink" ->
              "{\"decision\":\"approve\",\"by\":\"KIND\",\"comment\":\"fine\"}";
          case "putWorkflow" -> WORKFLOW;
          case "runWorkflow" -> "{\"inputs\":{\"who\":\"x\"},\"run_key\":\"KIND\"}";
          case "putSchedule" -> SCHEDULE;
          case "changeTasks" ->
              "{\"action\":\"pause\",\"filter\":{\"kind\":\"none\"},\"dry_run\":true}";
          case "backfillSchedule" ->
              "{\"from\":\"2026-01-01T00:00:00Z\",\"to\":\"2026-01-01T01:00:00Z\"}";
          case "createKey" ->
              "{\"name\":\"KIND\",\"scopes\":[\"read\",\"work\"],\"kinds\":[\"KIND\"],"
                  + "\"expires_at\":\"2100-01-01T00:00:00Z\",\"workspace\":\"default/default\"}";
          case "rotateKey" -> "{\"now\":true}";
          case "signIn" -> "{\"key\":\"ew_a_b\"}";
          default ->
              throw new AssertionError(
                  "Give the attack a proper body for %s %s"
                      .formatted(route.method(), route.path()));
        };
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace(value.getKey(), value.getValue());
    }
    return text;
  }

  private static String event(RandomGenerator random) {
    return "01JCXA7P00%016d".formatted(random.nextInt(1_000_000));
  }

  private static final String RULE =
      """
      {"type":"Concurrency","matcher":{"kind":"KIND","status":"Running","fields":["a"]},"max_concurrency":3}\
      """;

  private static final String TASK =
      """
      {"id":"a","name":"a","kind":"KIND","timeout":60,"metadata":{"a":1,"b":["x",null,1.5]},"priority":3,\
      "retry":{"max_retries":2,"initial_delay_secs":1},"rules":[%s],"expected_count":5,"start_after":"PT0S",\
      "on_success":[{"kind":"Webhook","params":{"url":"http://example.invalid/x","verb":"Post","body":{"a":1},"headers":{"X-A":"b"}}}],\
      "dedupe_strategy":[{"kind":"none","status":"Running","fields":["a"]}],"dead_end_barrier":false}\
      """
          .formatted(RULE);

  /** Its receiver does not exist, so that every call fails at once. */
  private static final String ACTION =
      """
      {"kind":"Webhook","params":{"url":"http://127.0.0.1:9/${inputs.n[0]}","verb":"Put","body":{"a":"${inputs.n}"},"headers":{"X-A":"${size(inputs.n)}"}}}\
      """;

  private static final String SUBMISSION =
      """
      {"name":"attack","inputs":{"n":[1,2]},"metadata":{"x":true},"tasks":[%2$s,\
      {"id":"b","name":"b","kind":"KIND","dependencies":[{"id":"a","condition":"on_success"}],"input":{"v":"${inputs.n[0]}"}},\
      {"id":"c","name":"c","kind":"KIND","spread":"inputs.n","dependencies":[{"id":"b","condition":"always"}]},\
      {"id":"d","name":"d","kind":"KIND","when":"size(inputs.n) > 1","let":"inputs.n","dependencies":[{"id":"a","requires_success":true}]},\
      {"id":"e","name":"e","kind":"KIND","timeout":1,"on_start":%1$s,"on_failure":[%1$s],"on_cancel":[%1$s]},\
      {"id":"f","name":"f","kind":"KIND","spread":"[1,2,3]","spread_parallel":2,"spread_errors":"collect","let":"item + index"},\
      {"id":"h","name":"h","kind":"KIND","wait":{"signal":{"name":"name-0","key":"KIND"},"timeout":"PT1S"},"on_start":%1$s},\
      {"id":"i","name":"i","kind":"KIND","wait":{"approval":{"title":"t"}}},\
      {"id":"g","name":"g","kind":"KIND","output":"{'all': f, 'x': size(inputs.n)}"}]}\
      """
          .formatted(ACTION, TASK);

  private static final String FINISH =
      "{\"status\":\"Failure\",\"failure_reason\":\"boom\",\"retryable\":true,\"error\":{\"type\":\"T\"},\"progress\":0}";

  private static final String CHANGE =
      "{\"priority\":2,\"metadata\":{\"a\":2},\"new_success\":1,\"expected_count\":9}";

  private static final String CLAIM =
      "{\"worker\":\"w\",\"kinds\":[\"KIND\",\"other\"],\"max\":3,\"wait_secs\":0,\"lease_secs\":30}";

  private static final String COMPLETION =
      "{\"task_id\":\"TASK\",\"delivery_token\":\"TOKEN\",\"status\":\"Success\",\"result\":{\"a\":[1]}}";

  private static final String LINE =
      "{\"at\":\"2026-01-01T00:00:00Z\",\"level\":\"warn\",\"message\":\"TOKEN\",\"fields\":{\"a\":[1]}}";

  private static final String EVENT =
      """
      {"specversion":"1.0","id":"EVENT","source":"/x","type":"edgewise.task.finished","subject":"TASK",\
      "time":"2026-01-01T00:00:00Z","data":{"attempt":0,"outcome":"SUCCESS","result":{"a":1}}}\
      """;

  private static final String WORKFLOW =
      """
      {"inputs":{"who":{"default":"y"}},"tasks":[{"id":"t","name":"t","kind":"KIND","input":{"w":"${inputs.who}"}}],"output":"inputs.who"}\
      """;

  private static final String SCHEDULE =
      """
      {"workflow":"name-0","inputs":{"who":"z"},"interval":"PT1H","zone":"Europe/Berlin","jitter":5,"overlap":"skip","catch_up":"PT5M"}\
      """;
}
