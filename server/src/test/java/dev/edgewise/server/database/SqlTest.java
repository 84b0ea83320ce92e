package dev.edgewise.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SqlTest {
  private static final Path SOURCES = Path.of("src/main/java/dev/edgewise/server");

  /** The beginning of a string or text block that is a statement. */
  private static final Pattern STATEMENT =
      Pattern.compile(
          "\"\\s*((select|insert into|delete from|truncate|lock table|analyze|copy|listen|notify)"
              + " |update \\w+ set |with (recursive )?\\w+ as |set (local |transaction |\\w+ =))");

  /** Session settings have no parameters, and backups name all tables. */
  private static final Set<String> EXCEPTIONS =
      Set.of(
          "database/SessionCommands.java", "store/backup/Backup.java", "store/backup/Restore.java");

  @Test
  void aStatementIsReadByItsName() {
    assertThat(Sql.named("testing/answer")).isEqualTo("SELECT 42;\n");
  }

  @Test
  void withoutJdbiParametersAreQuestionMarks() {
    assertThat(Sql.positional("testing/parameters"))
        .isEqualTo("SELECT ?::integer + ?::integer - ?::integer;\n");
  }

  @Test
  void noStatementIsWrittenInJava() throws IOException {
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (STATEMENT.matcher(Files.readString(file)).find()) {
          found.add(SOURCES.relativize(file).toString().replace('\\', '/'));
        }
      }
    }
    assertThat(found).isEqualTo(EXCEPTIONS);
  }

  @Test
  void anUnknownStatementIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sql.named("testing/none"))
        .withMessageContaining("/sql/testing/none.sql");
  }
}
