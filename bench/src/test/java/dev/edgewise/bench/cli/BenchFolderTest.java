package dev.edgewise.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which folders a bench deletes when it starts. */
class BenchFolderTest {

  @TempDir Path parent;

  @Test
  void onlyAbandonedBenchFoldersAreDeleted() throws IOException {
    Path abandoned = folder("edgewise-bench-abandoned", 120);
    Path young = folder("edgewise-bench-young", 1);
    Path foreign = folder("other", 120);
    try (BenchFolder held = BenchFolder.in(parent)) {
      age(held.path().resolve("bench.lock"), 120);
      assertThat(abandoned).doesNotExist();

      try (BenchFolder next = BenchFolder.in(parent)) {
        assertThat(next.path()).isNotEqualTo(held.path()).exists();
        assertThat(held.path()).exists();
        assertThat(young).exists();
        assertThat(foreign).exists();
      }
    }
    try (Stream<Path> left = Files.list(parent)) {
      assertThat(left).containsExactlyInAnyOrder(young, foreign);
    }
  }

  private Path folder(String name, long ageSecs) throws IOException {
    Path folder = Files.createDirectories(parent.resolve(name).resolve("pg"));
    Files.writeString(folder.resolve("data"), "much");
    Path lock = Files.createFile(folder.resolveSibling("bench.lock"));
    age(lock, ageSecs);
    return parent.resolve(name);
  }

  private static void age(Path file, long secs) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(secs)));
  }
}
