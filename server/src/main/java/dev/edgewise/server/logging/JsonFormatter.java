package dev.edgewise.server.logging;

import java.io.StringWriter;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Formats an entry as one line with a JSON object: time, level, logger, message, context and stack
 * trace.
 */
final class JsonFormatter extends Formatter {

  private static final JsonFactory JSON =
      JsonFactory.builder().characterEscapes(new OneLine.Escapes()).build();

  @Override
  public String format(LogRecord entry) {
    var line = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), line)) {
      out.writeStartObject();
      out.writeStringProperty("time", entry.getInstant().toString());
      out.writeStringProperty("level", LogLine.level(entry.getLevel()));
      out.writeStringProperty("logger", entry.getLoggerName());
      out.writeStringProperty("message", LogLine.message(entry));
      for (Map.Entry<String, String> about : LogLine.context().entrySet()) {
        out.writeStringProperty(about.getKey(), about.getValue());
      }
      if (entry.getThrown() != null) {
        out.writeStringProperty(
            "error", StackTrace.of(entry.getThrown(), UnaryOperator.identity()));
      }
      out.writeEndObject();
    }
    return line.append('\n').toString();
  }
}
