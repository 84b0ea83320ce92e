package dev.edgewise.bench;

import dev.edgewise.bench.database.Postgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/** The PostgreSQL of all tests, without durability, which none of them needs. */
public final class FleetingPostgres {

  private static final Map<String, String> FLEETING =
      Map.of("fsync", "off", "full_page_writes", "off");

  private FleetingPostgres() {}

  private static final class Lazily {
    static final Postgres INSTANCE = start();

    private static Postgres start() {
      try {
        Path folder = Files.createTempDirectory("edgewise-bench-test-");
        Postgres postgres = Postgres.embedded(folder, FLEETING);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(postgres, folder)));
        return postgres;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void stop(Postgres postgres, Path folder) {
    postgres.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Started at first use, and stopped with the tests. */
  public static Postgres instance() {
    return Lazily.INSTANCE;
  }
}
