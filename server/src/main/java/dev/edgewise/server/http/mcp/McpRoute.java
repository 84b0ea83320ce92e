package dev.edgewise.server.http.mcp;

import dev.edgewise.api.Scope;
import dev.edgewise.server.http.Access;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Problems;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.Wire;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The route of the Model Context Protocol: JSON-RPC over HTTP, one message in each request. The
 * server never sends a message of its own, so it has no event stream and no session.
 */
public final class McpRoute {
  private static final List<String> VERSIONS = List.of("2025-06-18", "2025-03-26", "2024-11-05");
  private static final int PARSE_ERROR = -32_700;
  private static final int INVALID_REQUEST = -32_600;
  private static final int METHOD_NOT_FOUND = -32_601;
  private static final int INVALID_PARAMS = -32_602;
  private static final JsonMapper JSON = new JsonMapper();
  private static final String INSTRUCTIONS =
      "Edgewise runs batches: graphs of tasks. To find out what went wrong, start with"
          + " list_failures, then explain_task and get_task_logs. submit_batch only checks a batch"
          + " unless dry_run is false.";

  private final Map<String, Tool> tools;
  private final String version;

  /**
   * @param routes the routes of the API
   * @param version of this server
   */
  public McpRoute(List<Route> routes, String version) {
    this.tools = Tools.of(routes);
    this.version = version;
  }

  public Route route() {
    return Route.post("/mcp", "Model Context Protocol: tools for agents")
        .scope(Scope.READ, Scope.SUBMIT, Scope.OPERATE)
        .unlisted()
        .answers(200, Map.class)
        .answers(202)
        .by(this::handle);
  }

  private Answer handle(Request request) throws Exception {
    JsonNode message;
    try {
      message = JSON.readTree(request.bodyStream());
    } catch (JacksonException e) {
      return Answer.json(400, error(null, PARSE_ERROR, "The body is not JSON."));
    }
    JsonNode id = message.get("id");
    String method = message.path("method").asString("");
    if (!message.isObject() || !"2.0".equals(message.path("jsonrpc").asString(""))) {
      return Answer.json(
          400, error(id, INVALID_REQUEST, "The body must be one JSON-RPC 2.0 message."));
    }
    if (id == null || id.isNull()) {
      // A notification, or an answer to a request that this server never sends.
      return Answer.empty(202);
    }
    JsonNode params = message.path("params");
    return switch (method) {
      case "initialize" -> result(id, initialized(params));
      case "ping" -> result(id, Map.of());
      case "tools/list" ->
          result(id, Map.of("tools", tools.values().stream().map(Tool::described).toList()));
      case "tools/call" -> called(id, request, params);
      default ->
          Answer.ok(error(id, METHOD_NOT_FOUND, "This server has no method '" + method + "'."));
    };
  }

  private Map<String, Object> initialized(JsonNode params) {
    String asked = params.path("protocolVersion").asString("");
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("protocolVersion", VERSIONS.contains(asked) ? asked : VERSIONS.getFirst());
    result.put("capabilities", Map.of("tools", Map.of("listChanged", false)));
    result.put("serverInfo", Map.of("name", "edgewise", "version", version));
    result.put("instructions", INSTRUCTIONS);
    return result;
  }

  private Answer called(JsonNode id, Request request, JsonNode params) throws Exception {
    Tool tool = tools.get(params.path("name").asString(""));
    if (tool == null) {
      return Answer.ok(
          error(id, INVALID_PARAMS, "There is no such tool. The tools are " + tools.keySet()));
    }
    if (tool.route().access() instanceof Access.Scoped(var anyOf, var _)
        && anyOf.stream().noneMatch(scope -> request.principal().has(scope))) {
      return result(id, content("The key lacks the scope of this tool: " + anyOf, true));
    }
    try {
      JsonNode arguments = params.path("arguments");
      ToolCall call =
          new ToolCall(tool, arguments.isObject() ? arguments : JSON.createObjectNode());
      return result(id, content(call.answer(request), false));
    } catch (IllegalArgumentException | IOException e) {
      return result(id, content(String.valueOf(e.getMessage()), true));
    } catch (ApiException e) {
      return result(id, content(Wire.text(Problems.problem(e)), true));
    }
  }

  private static Map<String, Object> content(String text, boolean failed) {
    return Map.of("content", List.of(Map.of("type", "text", "text", text)), "isError", failed);
  }

  private static Answer result(JsonNode id, Map<String, Object> result) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("jsonrpc", "2.0");
    message.put("id", plain(id));
    message.put("result", result);
    return Answer.ok(message);
  }

  private static Map<String, Object> error(@Nullable JsonNode id, int code, String text) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("jsonrpc", "2.0");
    message.put("id", id == null ? null : plain(id));
    message.put("error", Map.of("code", code, "message", text));
    return message;
  }

  /** An ID as it came: a number or a text. */
  private static Object plain(JsonNode id) {
    return id.isIntegralNumber()
        ? (Object) id.longValue()
        : Objects.requireNonNullElse(id.asStringOpt().orElse(null), "");
  }
}
