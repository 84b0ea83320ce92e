package dev.edgewise.bench.cli;

import dev.edgewise.server.cli.Main;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that name a server to compare with. */
final class Against {

  /** The launcher's option with the cache of a server's jar. */
  private static final String CACHE = "-XX:AOTCache=";

  @Option(
      names = "--against",
      paramLabel = "JAR",
      description =
          "the server's jar of another build: each round runs on it too, in turns, and both are"
              + " compared")
  private @Nullable Path jar;

  @Option(
      names = "--against-java-option",
      paramLabel = "OPTION",
      description =
          "an option of the Java of the server to compare with, which has this build's jar unless"
              + " --against names another; may be repeated")
  private @Nullable List<String> javaOptions;

  @Option(
      names = "--against-setting",
      paramLabel = "NAME=VALUE",
      description = "a setting of the server to compare with; may be repeated")
  private Map<String, String> settings = new LinkedHashMap<>();

  /** Whether there is something to compare with. */
  boolean named() {
    return jar != null || javaOptions != null || !settings.isEmpty();
  }

  /** The settings that only the other server has. */
  Map<String, String> settings() {
    return settings;
  }

  /** Refuses a jar that is not there. */
  void check(CommandLine command) {
    if (jar != null && !Files.isRegularFile(jar)) {
      throw new ParameterException(
          command,
          "--against: there is no file " + jar + "; a build leaves server/target/edgewise.jar");
    }
  }

  /** The options of its Java, made from those of this build's server. */
  List<String> options(List<String> own) {
    List<String> options = new ArrayList<>(own);
    if (jar != null) {
      options.removeIf(option -> option.startsWith(CACHE));
      cacheBeside(jar).ifPresent(cache -> options.add(CACHE + cache));
      options.addAll(List.of("-cp", classPath(jar)));
    }
    if (javaOptions != null) {
      options.addAll(javaOptions);
    }
    return options;
  }

  private static Optional<Path> cacheBeside(Path jar) {
    try (Stream<Path> files = Files.list(jar.toAbsolutePath().getParent())) {
      return files.filter(file -> file.toString().endsWith(".aot")).findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The class path of this process with another jar of the server. */
  private static String classPath(Path jar) {
    try {
      Path own = Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
          .map(entry -> Path.of(entry).toAbsolutePath().equals(own) ? jar.toString() : entry)
          .collect(Collectors.joining(File.pathSeparator));
    } catch (URISyntaxException e) {
      throw new IllegalStateException("This program does not know where its server is", e);
    }
  }
}
