package dev.edgewise.server.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks every Java file against google-java-format, and with {@code -Dformat=write} rewrites those
 * that differ.
 */
class FormatTest {

  private static final boolean WRITE = "write".equals(System.getProperty("format"));

  @Test
  void everyJavaFileIsFormatted() {
    List<String> unformatted =
        Repository.files(".java").parallelStream()
            .filter(file -> !isFormatted(file))
            .map(Repository::relative)
            .sorted()
            .toList();

    assertThat(unformatted)
        .as("files to format with: ./mvnw -q -pl server test -Dtest=FormatTest -Dformat=write")
        .isEmpty();
  }

  private static boolean isFormatted(Path file) {
    String source = Repository.text(file);
    try {
      String formatted = new Formatter().formatSourceAndFixImports(source);
      if (!WRITE || formatted.equals(source)) {
        return formatted.equals(source);
      }
      Files.writeString(file, formatted);
      return true;
    } catch (FormatterException e) {
      throw new AssertionError(Repository.relative(file) + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
