package dev.edgewise.server.http.work;

import dev.edgewise.api.Json;
import dev.edgewise.api.LogLine;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.input.JsonText;
import java.util.ArrayList;
import java.util.List;

/** Checks lines of logs and writes them as they are stored. */
final class LogTexts {

  private LogTexts() {}

  /** Which rules the lines break. */
  static List<String> problems(List<LogLine> lines) {
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < lines.size() && problems.size() < Limits.PROBLEM_MAX_DETAILS; i++) {
      String level = lines.get(i).level();
      if (level != null && (level.isBlank() || level.length() > Limits.LOG_LEVEL_MAX_CHARS)) {
        problems.add(
            "lines[%d].level: must have from 1 to %d characters"
                .formatted(i, Limits.LOG_LEVEL_MAX_CHARS));
      }
      Json fields = lines.get(i).fields();
      if (fields != null && !fields.equals(Json.NULL) && !fields.text().startsWith("{")) {
        problems.add("lines[%d].fields: must be an object".formatted(i));
      }
    }
    return problems;
  }

  /** The lines as JSON, without what they do not have. */
  static List<dev.edgewise.server.store.log.LogLine> of(List<LogLine> lines) {
    return lines.stream().map(LogTexts::text).toList();
  }

  private static dev.edgewise.server.store.log.LogLine text(LogLine line) {
    StringBuilder json = new StringBuilder("{");
    if (line.at() != null) {
      json.append("\"at\":").append(Wire.text(line.at())).append(',');
    }
    if (line.level() != null) {
      json.append("\"level\":").append(Wire.text(line.level())).append(',');
    }
    json.append("\"message\":").append(Wire.text(line.message()));
    Json fields = line.fields();
    if (fields != null && !fields.equals(Json.NULL)) {
      json.append(",\"fields\":").append(fields.text());
    }
    String text = json.append('}').toString();
    return new dev.edgewise.server.store.log.LogLine(text, JsonText.byteLength(text));
  }
}
