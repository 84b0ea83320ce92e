package dev.edgewise.server.cli.remote;

import dev.edgewise.api.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Turns the error of a server into a message that says what to do. */
final class Refusals {

  private Refusals() {}

  static ClientException exception(int status, String path, String body) {
    JsonNode problem = problem(body);
    List<String> words = new ArrayList<>();
    words.add(problem.path("error").asString("The server answered " + status));
    String detail = problem.path("detail").asString("");
    JsonNode details = problem.path("details");
    if (details.isArray() && !details.isEmpty()) {
      details.forEach(each -> words.add("\n  - " + each.asString("")));
    } else if (!detail.isEmpty()) {
      words.add(detail);
    }
    String next = next(status, path, problem.path("type").asString(""));
    String sentence = words.getFirst() + (words.size() > 1 ? ":" : ".");
    for (String word : words.subList(1, words.size())) {
      sentence += word.startsWith("\n") ? word : " " + word;
    }
    return new ClientException(next.isEmpty() ? sentence : sentence + " " + next, status);
  }

  private static String next(int status, String path, String type) {
    return switch (status) {
      case 401 ->
          "Set EDGEWISE_TOKEN, or --token-file, to a key or JWT that the server accepts, or sign in"
              + " with `edgewise login`.";
      case 403 -> allowance(type);
      case 404 -> whatExists(path);
      case 409 -> path.startsWith("/v1/tasks/") ? "`edgewise explain TASK` shows the reasons." : "";
      case 429, 503 -> "Try again in a moment.";
      default -> "";
    };
  }

  /** What to do about a 403 of a type. */
  private static String allowance(String type) {
    if (type.equals(ErrorCode.FORBIDDEN.type())) {
      return "`edgewise key create --scopes` creates a key with other scopes.";
    }
    return type.equals(ErrorCode.CLIENT_CERTIFICATE_REQUIRED.type())
        ? "Name it with --cert-file and --key-file."
        : "";
  }

  private static String whatExists(String path) {
    if (path.startsWith("/v1/workflows")) {
      return "`edgewise workflow list` shows the existing workflows.";
    }
    if (path.startsWith("/v1/schedules")) {
      return "`edgewise schedule list` shows the existing schedules.";
    }
    if (path.startsWith("/v1/secrets")) {
      return "`edgewise secret list` shows the existing secrets.";
    }
    if (path.startsWith("/v1/workspaces")) {
      return "`edgewise workspace list` shows the existing workspaces.";
    }
    if (path.startsWith("/v1/deliveries")) {
      return "`edgewise deliveries` shows the existing deliveries.";
    }
    return "`edgewise list` shows the existing batches and tasks.";
  }

  private static JsonNode problem(String body) {
    try {
      return ClientJson.read(body.isBlank() ? "{}" : body);
    } catch (JacksonException e) {
      return ClientJson.read("{}");
    }
  }
}
