package dev.edgewise.server.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder that is deleted with all that is in it. */
public final class TemporaryFolder implements AutoCloseable {

  private final Path path;

  /** Makes a folder below {@code parent}, which is made too when it is not there. */
  public TemporaryFolder(Path parent) {
    try {
      this.path = Files.createTempDirectory(Files.createDirectories(parent), "run-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try (Stream<Path> paths = Files.walk(path)) {
      for (Path each : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
