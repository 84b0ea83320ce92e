package dev.edgewise.server.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Keeps the documents true: links lead somewhere, tables agree with what they describe. */
class DocumentsTest {

  private static final int README_MAX_LINES = 200;
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");
  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>.*?<artifactId>(.*?)</artifactId>", Pattern.DOTALL);

  @Test
  void everyRelativeLinkLeadsToAFile() {
    List<String> broken =
        Repository.files(".md").stream()
            .flatMap(page ->
                LINK.matcher(Repository.text(page))
                    .results()
                    .map(link -> link.group(1))
                    .filter(target -> !Files.exists(page.resolveSibling(target)))
                    .map(target -> Repository.relative(page) + " -> " + target))
            .toList();

    assertThat(broken).isEmpty();
  }

  @Test
  void theReadmeStaysShort() {
    assertThat(Repository.text(Repository.ROOT.resolve("README.md")).lines().count())
        .isLessThanOrEqualTo(README_MAX_LINES);
  }

  @Test
  void everyDependencyIsExplained() {
    String architecture = Repository.text(Repository.ROOT.resolve("ARCHITECTURE.md"));

    List<String> unexplained =
        Repository.files("pom.xml").stream()
            .flatMap(pom -> DEPENDENCY.matcher(Repository.text(pom)).results())
            .map(match -> match.group(1))
            .distinct()
            .filter(artifact -> !artifact.startsWith("edgewise-"))
            .filter(artifact -> !architecture.contains("`" + artifact + "`"))
            .toList();

    assertThat(unexplained).as("dependencies missing in ARCHITECTURE.md's table").isEmpty();
  }

  @Test
  void theSettingsPageIsCurrent() throws IOException {
    Path page = Repository.ROOT.resolve("docs/reference/settings.md");
    if ("write".equals(System.getProperty("docs"))) {
      Files.writeString(page, SettingsPage.text());
    }

    assertThat(Repository.text(page))
        .as("rewrite it with: ./mvnw -q -pl server test -Dtest=DocumentsTest -Ddocs=write")
        .isEqualTo(SettingsPage.text());
  }
}
