package dev.edgewise.server.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that is deleted with all that is in it. */
public final class TemporaryFolder implements AutoCloseable {

  private static final String PREFIX = "edgewise-test-";

  private final Path path;

  /** Makes a folder below {@code parent} and deletes those that killed test runs left there. */
  public TemporaryFolder(Path parent) {
    try {
      Files.createDirectories(parent);
      for (Path folder : children(parent)) {
        if (isAbandoned(folder)) {
          delete(folder);
        }
      }
      this.path = Files.createTempDirectory(parent, PREFIX + ProcessHandle.current().pid() + "-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try {
      delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isAbandoned(Path folder) {
    String name = folder.getFileName().toString();
    if (!name.matches(PREFIX + "\\d+-.*")) {
      return false;
    }
    String pid = name.substring(PREFIX.length(), name.indexOf('-', PREFIX.length()));
    return ProcessHandle.of(Long.parseLong(pid)).isEmpty();
  }

  private static List<Path> children(Path parent) throws IOException {
    try (Stream<Path> children = Files.list(parent)) {
      return children.toList();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path each : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }
}
