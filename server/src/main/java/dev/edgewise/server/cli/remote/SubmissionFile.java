package dev.edgewise.server.cli.remote;

import dev.edgewise.server.http.Wire;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads submission files in JSON, or in YAML 1.2 with the same content. */
final class SubmissionFile {

  private SubmissionFile() {}

  /** Returns the file as JSON. A file that begins like JSON is sent unchanged. */
  static String json(String text) {
    String start = text.stripLeading();
    if (start.startsWith("[") || start.startsWith("{")) {
      return text;
    }
    Object value = yaml(text);
    if (value == null) {
      throw new ClientException("The file is empty. It must contain a list of tasks.");
    }
    return Wire.text(value);
  }

  private static @Nullable Object yaml(String text) {
    try {
      return new Load(LoadSettings.builder().build()).loadFromString(text);
    } catch (YamlEngineException e) {
      throw new ClientException(
          "The file is neither JSON nor YAML. Fix " + place(e) + " and try again.", e);
    }
  }

  private static String place(YamlEngineException e) {
    return e instanceof MarkedYamlEngineException marked
        ? marked
            .getProblemMark()
            .map(mark -> "line %d (%s)".formatted(mark.getLine() + 1, marked.getProblem()))
            .orElse(marked.getProblem())
        : "it";
  }
}
