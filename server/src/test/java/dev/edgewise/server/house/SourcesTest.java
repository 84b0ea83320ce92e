package dev.edgewise.server.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the shape of the sources: their size and the description of their packages. */
class SourcesTest {

  private static final int MAX_LINES = 400;

  @Test
  void noFileIsPastTheLineLimit() {
    List<String> tooLong =
        Repository.files(".java", ".sql", ".js", ".mjs", ".ts", ".css", ".py", ".sh", ".md")
            .stream()
            .filter(file -> lines(file) > MAX_LINES)
            .map(file -> Repository.relative(file) + ": " + lines(file) + " lines")
            .toList();

    assertThat(tooLong).as("files past %d lines", MAX_LINES).isEmpty();
  }

  @Test
  void everyPackageIsNullMarkedAndSaysWhatItIs() {
    List<String> undescribed =
        Repository.files(".java").stream()
            .filter(file -> file.toString().contains("/src/main/java/"))
            .filter(file -> !file.endsWith("module-info.java"))
            .map(Path::getParent)
            .distinct()
            .filter(folder -> !isDescribed(folder.resolve("package-info.java")))
            .map(Repository::relative)
            .toList();

    assertThat(undescribed)
        .as("packages without a package-info.java that has Javadoc and @NullMarked")
        .isEmpty();
  }

  private static boolean isDescribed(Path packageInfo) {
    if (!Files.exists(packageInfo)) {
      return false;
    }
    String text = Repository.text(packageInfo);
    return text.startsWith("/**") && text.contains("\n@NullMarked\npackage ");
  }

  private static long lines(Path file) {
    return Repository.text(file).lines().count();
  }
}
