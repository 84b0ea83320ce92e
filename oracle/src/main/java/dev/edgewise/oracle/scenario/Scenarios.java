package dev.edgewise.oracle.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The written scenarios: one text file each, named in an index beside them. */
public final class Scenarios {
  private static final String FOLDER = "/scenarios/";

  private Scenarios() {}

  /** All of them, in the order of the index. */
  public static List<Scenario> all() {
    return text("index").lines().filter(name -> !name.isBlank()).map(Scenarios::named).toList();
  }

  /** The scenario of that name. */
  public static Scenario named(String name) {
    return Scenario.parse(name, text(name));
  }

  private static String text(String name) {
    try (InputStream file = Scenarios.class.getResourceAsStream(FOLDER + name + ".txt")) {
      if (file == null) {
        throw new IllegalArgumentException("There is no scenario '" + name + "'");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
