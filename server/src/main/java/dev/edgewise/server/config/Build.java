package dev.edgewise.server.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The version of Edgewise and of the web libraries packed into it, as the build wrote them down.
 */
public record Build(String version, String swaggerUi, String lit) {

  private static final String FILE = "/build.properties";

  /** The build of this program. */
  public static final Build CURRENT = read();

  private static Build read() {
    try (InputStream in = Build.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is not on the class path");
      }
      var properties = new Properties();
      properties.load(in);
      return new Build(
          properties.getProperty("version"),
          properties.getProperty("swagger-ui"),
          properties.getProperty("lit"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
