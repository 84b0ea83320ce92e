package dev.edgewise.server.cli.remote;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes JSON with the bare mapper, which starts faster than the server's. */
public final class ClientJson {
  private static final JsonMapper MAPPER = new JsonMapper();

  private ClientJson() {}

  /** Reads an answer; an empty one is a missing node. */
  public static JsonNode read(String text) {
    return MAPPER.readTree(text);
  }

  /**
   * Reads a value that the user gave.
   *
   * @param option where it was given, for errors
   */
  public static @Nullable JsonNode given(String option, @Nullable String text) {
    try {
      return text == null ? null : read(text);
    } catch (JacksonException e) {
      throw new ClientException(
          option + " must be JSON, such as {\"a\": 1} or \"text\"; it is " + text + ".", e);
    }
  }

  /** Writes maps, lists and nodes. */
  public static String text(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /** Writes a node in several lines. */
  public static String pretty(JsonNode node) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node);
  }
}
