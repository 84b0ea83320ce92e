package dev.edgewise.server.http.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.Parameter;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** One call of a tool: the request to its route, and its answer as text. */
final class ToolCall {
  private final Tool tool;
  private final Map<String, String> pathValues = new HashMap<>();
  private final Map<String, String> query = new HashMap<>();
  private byte[] body = {};

  /**
   * @param arguments an object
   * @throws IllegalArgumentException with a message for the agent if an argument is missing or
   *     unknown
   */
  ToolCall(Tool tool, JsonNode arguments) {
    this.tool = tool;
    Set<String> known = new HashSet<>();
    tool.pathArguments()
        .forEach((argument, variable) -> {
          known.add(argument);
          JsonNode value = arguments.path(argument);
          if (!value.isString() || value.stringValue().isEmpty()) {
            throw new IllegalArgumentException(argument + ": is required and must be a string");
          }
          String encoded = URLEncoder.encode(value.stringValue(), UTF_8).replace("+", "%20");
          pathValues.put(variable, encoded);
        });
    for (Parameter parameter : tool.queryParameters()) {
      known.add(parameter.name());
      JsonNode value = arguments.path(parameter.name());
      String fallback = tool.defaultOf(parameter.name());
      if (value.isValueNode() && !value.isNull()) {
        query.put(parameter.name(), value.asString());
      } else if (fallback != null) {
        query.put(parameter.name(), fallback);
      }
    }
    readBody(arguments, known);
    for (String name : arguments.propertyNames()) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(name + ": is not an argument of this tool");
      }
    }
  }

  private void readBody(JsonNode arguments, Set<String> known) {
    Map<String, JsonNode> members = new LinkedHashMap<>();
    for (Tool.Argument argument : tool.body()) {
      known.add(argument.name());
      JsonNode value = arguments.get(argument.name());
      if (value == null && argument.required()) {
        throw new IllegalArgumentException(argument.name() + ": is required");
      }
      if (value != null && argument.whole()) {
        body = value.toString().getBytes(UTF_8);
        return;
      }
      if (value != null) {
        members.put(argument.name(), value);
      }
    }
    if (!tool.body().isEmpty()) {
      body = Wire.text(members).getBytes(UTF_8);
    }
  }

  /** The answer of the tool's route to the sender of a request. */
  String answer(Request sender) throws Exception {
    Request request = sender.of(tool.route(), pathValues, query, body);
    Answer answer = tool.route().handler().handle(request);
    try {
      return text(answer);
    } finally {
      if (answer.content() instanceof Answer.Streamed streamed) {
        streamed.end().run();
      }
    }
  }

  private static String text(Answer answer) throws IOException, InterruptedException {
    var out = new Bounded();
    switch (answer.content()) {
      case Answer.Nothing _ -> out.write("{}".getBytes(UTF_8));
      case Answer.Value(Object value) -> Wire.write(out, value);
      case Answer.Bytes(var _, byte[] bytes) -> out.write(bytes);
      case Answer.Streamed streamed -> streamed.writing().writeTo(out);
    }
    return out.text.toString(UTF_8);
  }

  /** Text that an agent can take in at once. */
  private static final class Bounded extends OutputStream {
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      if (text.size() + count > Limits.TOOL_ANSWER_MAX_BYTES) {
        throw new AnswerTooLongException();
      }
      text.write(bytes, offset, count);
    }
  }

  /** The answer is longer than an agent can take in. */
  static final class AnswerTooLongException extends IOException {
    private static final long serialVersionUID = 1;

    AnswerTooLongException() {
      super(
          "The answer has more than %d bytes. Ask for less, for example with a smaller limit."
              .formatted(Limits.TOOL_ANSWER_MAX_BYTES));
    }
  }
}
