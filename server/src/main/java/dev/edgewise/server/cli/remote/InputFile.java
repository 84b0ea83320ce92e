package dev.edgewise.server.cli.remote;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads the files that commands send, in JSON or in YAML 1.2 with the same content. */
public final class InputFile {
  private static final String STANDARD_INPUT = "-";

  private InputFile() {}

  /**
   * Returns a file as JSON. One that begins like JSON is sent unchanged.
   *
   * @param file its name, or - for the standard input
   * @param content what it must contain, for errors
   */
  public static String json(String file, String content) {
    String text = text(file);
    String start = text.stripLeading();
    if (start.startsWith("[") || start.startsWith("{")) {
      return text;
    }
    Object value = yaml(text);
    if (value == null) {
      throw new ClientException("The file is empty. It must contain " + content + ".");
    }
    return ClientJson.text(value);
  }

  /** Reads a file, or the standard input. */
  public static String text(String file) {
    try {
      return file.equals(STANDARD_INPUT)
          ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
          : Files.readString(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new ClientException(
          "The file " + file + " does not exist. Name a file, or - for standard input.", e);
    } catch (IOException e) {
      throw new ClientException(file + " cannot be read: " + e.getMessage() + ".", e);
    }
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
