package dev.edgewise.bench.round;

import dev.edgewise.bench.database.Postgres;
import dev.edgewise.server.config.Build;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a bench has measured, as a file keeps it.
 *
 * @param version of Edgewise
 * @param postgres what the database says about itself
 */
public record Report(
    Instant at, String version, String postgres, int processors, List<Entry> cases) {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  /** One case with the values of each round by the figure's key. */
  public record Entry(String title, Map<String, List<Double>> rounds) {

    public static Entry of(String title, Figures figures) {
      return new Entry(title, figures.keys());
    }

    public Figures figures() {
      return Figures.ofKeys(rounds);
    }
  }

  /** A report of now. */
  public static Report of(Postgres postgres, List<Entry> cases) {
    return new Report(
        Instant.now(),
        Build.CURRENT.version(),
        postgres.version(),
        Runtime.getRuntime().availableProcessors(),
        cases);
  }

  public void write(Path file) {
    try {
      Files.writeString(file, JSON.writeValueAsString(this) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Report read(Path file) {
    try {
      return JSON.readValue(Files.readString(file), Report.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
