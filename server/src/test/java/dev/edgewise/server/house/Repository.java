package dev.edgewise.server.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The checkout that the tests run in. */
public final class Repository {

  private static final Set<String> FOREIGN =
      Set.of("target", "node_modules", "dist", "build", "edgewise-data");

  public static final Path ROOT = root();

  private Repository() {}

  /** The files written by hand whose name ends with one of the endings, in path order. */
  static List<Path> files(String... endings) {
    Predicate<Path> wanted =
        file -> {
          String name = file.getFileName().toString();
          return List.of(endings).stream().anyMatch(name::endsWith);
        };
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          ROOT,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              String name = folder.getFileName().toString();
              boolean skipped =
                  !folder.equals(ROOT) && (name.startsWith(".") || FOREIGN.contains(name));
              return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (wanted.test(file)) {
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found.stream().sorted().toList();
  }

  /** The names of the folders inside a folder. */
  static List<String> folders(Path folder) {
    try (Stream<Path> inside = Files.list(folder)) {
      return inside
          .filter(Files::isDirectory)
          .map(path -> path.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Fails when a page of the documents differs from what a test generates for it. With {@code
   * -Ddocs=write} it writes the page instead.
   *
   * @param page the path of the page in the checkout
   * @param test the test that generates it
   */
  public static void expectPage(String page, String text, Class<?> test) {
    Path file = ROOT.resolve(page);
    if ("write".equals(System.getProperty("docs"))) {
      try {
        Files.writeString(file, text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    assertThat(text(file))
        .as(
            "%s is not current. Rewrite it with: ./mvnw -q -pl server test -Dtest=%s -Ddocs=write",
            page, test.getSimpleName())
        .isEqualTo(text);
  }

  static String relative(Path file) {
    return ROOT.relativize(file).toString();
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("Not inside a checkout: no folder above has mvnw");
      }
    }
    return folder;
  }
}
