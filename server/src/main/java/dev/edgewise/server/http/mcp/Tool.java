package dev.edgewise.server.http.mcp;

import dev.edgewise.server.http.Method;
import dev.edgewise.server.http.Parameter;
import dev.edgewise.server.http.Route;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A route that agents may call.
 *
 * @param body the arguments that make up the body; empty for a route without one
 */
record Tool(Definition definition, Route route, List<Argument> body) {
  private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

  /** A tool before its route is known. */
  record Definition(String name, String operation, String description) {}

  /**
   * A member of the body, or the body itself.
   *
   * @param type its JSON type
   */
  record Argument(String name, String type, String meaning, boolean required, boolean whole) {}

  Tool {
    body = List.copyOf(body);
  }

  /** Whether it changes nothing. */
  boolean readOnly() {
    return route.method() == Method.GET;
  }

  /** The names of the variables in the route's path, by the names of their arguments. */
  Map<String, String> pathArguments() {
    Map<String, String> names = new LinkedHashMap<>();
    Matcher variable = VARIABLE.matcher(route.path());
    while (variable.find()) {
      String name = variable.group(1);
      String owner = route.path().startsWith("/v1/batches/") ? "batch_id" : "task_id";
      names.put(name.equals("id") ? owner : name, name);
    }
    return names;
  }

  List<Parameter> queryParameters() {
    return route.parameters().stream()
        .filter(parameter -> parameter.place() == Parameter.Place.QUERY)
        .toList();
  }

  /** The default of a query parameter; null for that of the route. */
  @Nullable String defaultOf(String parameter) {
    // An agent should see what a batch would be before it runs.
    return parameter.equals("dry_run") ? "true" : null;
  }

  /** The tool as {@code tools/list} returns it. */
  Map<String, Object> described() {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (String name : pathArguments().keySet()) {
      properties.put(name, Map.of("type", "string"));
      required.add(name);
    }
    for (Parameter parameter : queryParameters()) {
      Map<String, Object> schema = new LinkedHashMap<>();
      schema.put("type", type(parameter.type()));
      schema.put("description", parameter.meaning());
      if (defaultOf(parameter.name()) != null) {
        schema.put("default", true);
      }
      properties.put(parameter.name(), schema);
    }
    for (Argument argument : body) {
      properties.put(
          argument.name(), Map.of("type", argument.type(), "description", argument.meaning()));
      if (argument.required()) {
        required.add(argument.name());
      }
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("required", required);
    schema.put("additionalProperties", false);
    Map<String, Object> tool = new LinkedHashMap<>();
    tool.put("name", definition.name());
    tool.put("description", definition.description());
    tool.put("inputSchema", schema);
    tool.put("annotations", Map.of("readOnlyHint", readOnly()));
    return tool;
  }

  private static String type(Class<?> type) {
    if (type == Integer.class) {
      return "integer";
    }
    return type == Boolean.class ? "boolean" : "string";
  }
}
