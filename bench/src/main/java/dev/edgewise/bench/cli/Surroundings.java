package dev.edgewise.bench.cli;

import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.process.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say on what a bench runs. */
final class Surroundings {

  /** The property with the options, a line each, with which the launcher starts servers. */
  private static final String OPTIONS = "edgewise.bench.options";

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

  Place open() {
    return new Place(databaseUrl);
  }

  /** A server on a database, with the settings that were given and some that a case needs. */
  ServerProcess server(BenchDatabase database, Map<String, String> needed, Path folder) {
    return server(database, needed, Map.of(), options(), folder);
  }

  /**
   * The same for one of two servers that are compared.
   *
   * @param own settings that only this one has; they replace those that were given
   * @param options instead of those that were given
   */
  ServerProcess server(
      BenchDatabase database,
      Map<String, String> needed,
      Map<String, String> own,
      List<String> options,
      Path folder) {
    Map<String, String> all = new HashMap<>(needed);
    if (settings != null) {
      all.putAll(settings);
    }
    all.putAll(own);
    return ServerProcess.start(database.jdbcUrl(), all, options, folder);
  }

  /** The options of a server's Java: the launcher's, then those that were given. */
  List<String> options() {
    List<String> options = new ArrayList<>(System.getProperty(OPTIONS, "").lines().toList());
    if (javaOptions != null) {
      options.addAll(javaOptions);
    }
    return options;
  }
}
