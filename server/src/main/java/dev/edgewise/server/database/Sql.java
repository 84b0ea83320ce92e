package dev.edgewise.server.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Loads SQL statements by name from the files {@code sql/<table>/<name>.sql} on the class path. */
public final class Sql {

  private static final Map<String, String> STATEMENTS = new ConcurrentHashMap<>();
  private static final Pattern PARAMETER = Pattern.compile("(?<![:\\w]):[a-z_]+");

  private Sql() {}

  /** The statement with a name such as {@code task/load}. */
  public static String named(String name) {
    return STATEMENTS.computeIfAbsent(name, Sql::load);
  }

  /** The same for use without Jdbi: a question mark stands for each parameter, in their order. */
  public static String positional(String name) {
    return PARAMETER.matcher(named(name)).replaceAll("?");
  }

  /**
   * Removes comment lines and indentation: the driver sends the text, and both ends keep it in
   * memory.
   */
  private static String bare(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("--"))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String load(String name) {
    String path = "/sql/" + name + ".sql";
    try (InputStream in = Sql.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalArgumentException("No statement " + path + " on the class path");
      }
      return bare(new String(in.readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
