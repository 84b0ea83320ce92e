package dev.edgewise.server.cli.remote;

import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * A column of a table.
 *
 * @param title its heading
 * @param value the text of a row's cell; empty for none
 * @param status whether the text is a status, which terminals show in colour
 */
public record Column(String title, Function<JsonNode, String> value, boolean status) {

  /** Shows a member as it is. */
  public static Column of(String title, String member) {
    return new Column(title, row -> text(row, member), false);
  }

  /** Shows what a function makes of a row. */
  public static Column of(String title, Function<JsonNode, String> value) {
    return new Column(title, value, false);
  }

  /** Shows a status. */
  public static Column status(String title, String member) {
    return new Column(title, row -> text(row, member), true);
  }

  /** Shows a time without the fraction of its second. */
  public static Column time(String title, String member) {
    return new Column(title, row -> seconds(text(row, member)), false);
  }

  /** The text of a member; empty when it is absent or null, JSON when it is no scalar. */
  public static String text(JsonNode row, String member) {
    JsonNode value = row.path(member);
    return value.isContainer() ? value.toString() : value.asString("");
  }

  /** The words of an array. */
  public static String words(JsonNode array) {
    return array.valueStream().map(JsonNode::asString).collect(Collectors.joining(","));
  }

  /** A time without the fraction of its second. */
  public static String seconds(String time) {
    return time.replaceFirst("\\.\\d+Z$", "Z");
  }
}
