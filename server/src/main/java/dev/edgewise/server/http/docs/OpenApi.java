package dev.edgewise.server.http.docs;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Problem;
import dev.edgewise.server.http.Access;
import dev.edgewise.server.http.Parameter;
import dev.edgewise.server.http.Problems;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.SessionCookie;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Generates the OpenAPI 3.1 document of a list of routes. */
public final class OpenApi {

  private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)\\*?}");

  private static final String KEY = "key";
  private static final String SESSION = "session";
  private static final Map<String, Object> SECURITY_SCHEMES =
      Map.of(
          KEY,
          Map.of(
              "type",
              "http",
              "scheme",
              "bearer",
              "description",
              "A key (ew_...), or a JWT of the configured issuer. Not needed while AUTH is none."),
          SESSION,
          Map.of(
              "type",
              "apiKey",
              "in",
              "cookie",
              "name",
              SessionCookie.NAME,
              "description",
              "The session of a browser that signed in with POST /v1/session."));

  /** The tag of the routes whose path begins with a segment, behind /v1. */
  private static final Map<String, String> TAGS =
      Map.ofEntries(
          Map.entry("batches", "Batches"),
          Map.entry("batch", "Batches"),
          Map.entry("dag", "Batches"),
          Map.entry("tasks", "Tasks"),
          Map.entry("task", "Tasks"),
          Map.entry("failures", "Tasks"),
          Map.entry("work", "Work"),
          Map.entry("workers", "Work"),
          Map.entry("workflows", "Workflows"),
          Map.entry("workflow", "Workflows"),
          Map.entry("schedules", "Schedules"),
          Map.entry("schedule", "Schedules"),
          Map.entry("backfills", "Schedules"),
          Map.entry("deliveries", "Deliveries"),
          Map.entry("delivery", "Deliveries"),
          Map.entry("events", "Events"),
          Map.entry("event", "Events"),
          Map.entry("signals", "Events"),
          Map.entry("approvals", "Tasks"),
          Map.entry("session", "Access"),
          Map.entry("keys", "Access"),
          Map.entry("workspaces", "Access"),
          Map.entry("secrets", "Access"),
          Map.entry("audit", "Access"));

  private final Schemas schemas = new Schemas();

  private OpenApi() {}

  /** The document as plain maps and lists, ready to be written as JSON. */
  public static Map<String, Object> of(List<Route> routes, String version) {
    return new OpenApi().document(routes, version);
  }

  private Map<String, Object> document(List<Route> routes, String version) {
    Map<String, Map<String, Object>> paths = new LinkedHashMap<>();
    Route.withAliases(routes).stream()
        .filter(route -> !route.has(Route.Trait.UNLISTED))
        .forEach(route ->
            paths
                .computeIfAbsent(route.path().replace("*}", "}"), path -> new LinkedHashMap<>())
                .put(lower(route.method()), operation(route)));
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("openapi", "3.1.0");
    document.put(
        "info",
        Map.of(
            "title",
            "Edgewise",
            "version",
            version,
            "description",
            "A durable DAG orchestrator on PostgreSQL.",
            "license",
            Map.of("name", "Apache-2.0", "identifier", "Apache-2.0")));
    document.put("paths", paths);
    document.put(
        "components", Map.of("schemas", schemas.named(), "securitySchemes", SECURITY_SCHEMES));
    return document;
  }

  private Map<String, Object> operation(Route route) {
    Map<String, Object> operation = new LinkedHashMap<>();
    operation.put("operationId", operationId(route));
    operation.put("summary", route.summary());
    operation.put("tags", List.of(tag(route)));
    if (route.has(Route.Trait.DEPRECATED)) {
      operation.put("deprecated", true);
    }
    List<Object> parameters = parameters(route);
    if (!parameters.isEmpty()) {
      operation.put("parameters", parameters);
    }
    if (route.takes() != null) {
      operation.put(
          "requestBody",
          Map.of("required", true, "content", content("application/json", route.takes())));
    }
    operation.put("responses", responses(route));
    operation.put("security", security(route.access()));
    return operation;
  }

  /** The ways to authenticate; an empty one means that none is needed. */
  private static List<Object> security(Access access) {
    List<Object> either = List.of(Map.of(KEY, List.of()), Map.of(SESSION, List.of()));
    return switch (access) {
      case Access.Open _ -> List.of();
      case Access.Metrics _ -> either;
      case Access.Scoped scoped ->
          scoped.orToken()
              ? List.of(Map.of(KEY, List.of()), Map.of(SESSION, List.of()), Map.of())
              : either;
    };
  }

  private List<Object> parameters(Route route) {
    List<Object> parameters = new ArrayList<>();
    Matcher variables = VARIABLE.matcher(route.path());
    while (variables.find()) {
      String name = variables.group(1);
      Map<String, Object> schema =
          name.endsWith("id")
              ? Map.of("type", "string", "format", "uuid")
              : Map.of("type", "string");
      parameters.add(Map.of("in", "path", "name", name, "required", true, "schema", schema));
    }
    for (Parameter parameter : route.parameters()) {
      parameters.add(
          Map.of(
              "in", lower(parameter.place()),
              "name", parameter.name(),
              "description", parameter.meaning(),
              "schema", schema(parameter)));
    }
    return parameters;
  }

  private Map<String, Object> schema(Parameter parameter) {
    Map<String, Object> schema = schemas.of(parameter.type());
    return parameter.repeatable() ? Map.of("type", "array", "items", schema) : schema;
  }

  private Map<String, Object> responses(Route route) {
    Map<String, Object> responses = new TreeMap<>();
    route
        .answers()
        .forEach((status, type) -> responses.put(String.valueOf(status), response(status, type)));
    Map<Integer, List<ErrorCode>> failures =
        route.fails().stream()
            .collect(Collectors.groupingBy(ErrorCode::status, TreeMap::new, Collectors.toList()));
    failures.forEach((status, codes) ->
        responses.put(
            String.valueOf(status),
            Map.of(
                "description",
                codes.stream().map(ErrorCode::text).collect(Collectors.joining("; ")),
                "content",
                content(Problems.MEDIA_TYPE, Problem.class))));
    responses.put(
        "default",
        Map.of(
            "description",
            "Any other error",
            "content",
            content(Problems.MEDIA_TYPE, Problem.class)));
    return responses;
  }

  private Map<String, Object> response(int status, Type type) {
    String description = status < 300 ? "Done" : "Not possible now";
    if (type == Void.class) {
      return Map.of("description", description);
    }
    String mediaType = type == String.class ? "text/plain" : "application/json";
    return Map.of("description", description, "content", content(mediaType, type));
  }

  private Map<String, Object> content(String mediaType, Type type) {
    return Map.of(mediaType, Map.of("schema", schemas.of(type)));
  }

  /** An alias has the name of the operation that took its place, with a suffix. */
  private static String operationId(Route route) {
    return route.has(Route.Trait.DEPRECATED) ? route.operation() + "Alias" : route.operation();
  }

  private static String tag(Route route) {
    String first = route.path().replaceFirst("^/v1/", "/").split("/", -1)[1];
    return TAGS.getOrDefault(first, "Operations");
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
