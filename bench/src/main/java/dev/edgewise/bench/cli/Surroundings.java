package dev.edgewise.bench.cli;

import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.database.Postgres;
import dev.edgewise.bench.process.ServerProcess;
import dev.edgewise.server.config.DatabaseUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say on what a bench runs. */
final class Surroundings {

  @Option(
      names = "--database-url",
      paramLabel = "URL",
      description = "a PostgreSQL whose user may create databases; without it, an embedded one")
  private @Nullable String databaseUrl;

  @Option(
      names = "--setting",
      paramLabel = "NAME=VALUE",
      description = "a setting of the server, such as POOL_MAX_SIZE=20; may be repeated")
  private @Nullable Map<String, String> settings;

  @Option(
      names = "--java-option",
      paramLabel = "OPTION",
      description = "an option of the server's Java, such as -Xmx512m; may be repeated")
  private @Nullable List<String> javaOptions;

  /** A folder that is gone afterwards, and the database in it. */
  static final class Place implements AutoCloseable {
    final Path folder;
    final Postgres postgres;

    private Place(Path folder, @Nullable String url) {
      this.folder = folder;
      this.postgres =
          url == null ? Postgres.embedded(folder) : Postgres.external(DatabaseUrl.parse(url));
    }

    @Override
    public void close() {
      postgres.close();
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  Place open() {
    try {
      return new Place(Files.createTempDirectory("edgewise-bench-"), databaseUrl);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A server on a database, with the settings that were given and some that a case needs. */
  ServerProcess server(BenchDatabase database, Map<String, String> needed, Path folder) {
    Map<String, String> all = new java.util.HashMap<>(needed);
    if (settings != null) {
      all.putAll(settings);
    }
    List<String> options = javaOptions == null ? List.of() : new ArrayList<>(javaOptions);
    return ServerProcess.start(database.jdbcUrl(), all, options, folder);
  }
}
