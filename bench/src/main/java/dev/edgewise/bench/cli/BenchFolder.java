package dev.edgewise.bench.cli;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A temporary folder that a bench holds by a lock, so that the next one knows which folders were
 * left by a bench that was killed.
 */
final class BenchFolder implements AutoCloseable {

  private static final String PREFIX = "edgewise-bench-";
  private static final String LOCK = "bench.lock";

  /** A younger folder may not have been locked yet. */
  private static final Duration YOUNG = Duration.ofMinutes(1);

  private final Path path;
  private final FileChannel channel;

  private BenchFolder(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /** Makes one where the system keeps temporary files, and deletes those that nobody holds. */
  static BenchFolder create() throws IOException {
    return in(Path.of(System.getProperty("java.io.tmpdir")));
  }

  static BenchFolder in(Path parent) throws IOException {
    deleteAbandoned(parent);
    Path path = Files.createTempDirectory(parent, PREFIX);
    FileChannel channel = FileChannel.open(path.resolve(LOCK), CREATE, WRITE);
    if (channel.tryLock() == null) {
      throw new IOException("another process holds " + path);
    }
    return new BenchFolder(path, channel);
  }

  Path path() {
    return path;
  }

  private static void deleteAbandoned(Path parent) throws IOException {
    Instant youngest = Instant.now().minus(YOUNG);
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path folder : folders) {
        Path lock = folder.resolve(LOCK);
        if (Files.isWritable(lock)
            && Files.getLastModifiedTime(lock).toInstant().isBefore(youngest)
            && !isHeld(lock)) {
          delete(folder);
        }
      }
    }
  }

  private static boolean isHeld(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, WRITE);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    } catch (OverlappingFileLockException e) {
      return true;
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  @Override
  public void close() {
    try (channel) {
      delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
