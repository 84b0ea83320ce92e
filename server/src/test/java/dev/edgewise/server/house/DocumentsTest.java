package dev.edgewise.server.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.store.fsck.Invariant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps the documents true: links lead somewhere, tables agree with what they describe. */
class DocumentsTest {

  private static final int README_MAX_LINES = 200;
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");
  private static final Pattern ROW_HEAD = Pattern.compile("(?m)^\\| (`[^|]*)\\|");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern LAYER_ROW = Pattern.compile("(?m)^\\| (?:`server` )?… `(\\w+)` \\|");
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
  void everyExplainedArtifactIsADependency() {
    String architecture = Repository.text(Repository.ROOT.resolve("ARCHITECTURE.md"));
    String section = architecture.substring(architecture.indexOf("## Dependencies"));
    String builds =
        Repository.files("pom.xml", "package.json").stream()
            .map(Repository::text)
            .collect(Collectors.joining());

    List<String> gone =
        ROW_HEAD
            .matcher(section)
            .results()
            .flatMap(row -> CODE.matcher(row.group()).results())
            .map(code -> code.group(1))
            .filter(artifact -> !builds.contains(">" + artifact + "<"))
            .filter(artifact -> !builds.contains("\"" + artifact + "\": \""))
            .toList();

    assertThat(gone).as("explained in ARCHITECTURE.md, but in no pom or package.json").isEmpty();
  }

  @Test
  void everyPackageOfTheServerHasARow() {
    String architecture = Repository.text(Repository.ROOT.resolve("ARCHITECTURE.md"));
    Path main = Repository.ROOT.resolve("server/src/main/java/dev/edgewise/server");
    List<String> rows = LAYER_ROW.matcher(architecture).results().map(row -> row.group(1)).toList();

    assertThat(rows)
        .as("rows of the layer table that are packages of the server")
        .containsExactlyInAnyOrderElementsOf(Repository.folders(main));
  }

  @Test
  void everyInvariantIsExplained() {
    String page = Repository.text(Repository.ROOT.resolve("docs/design/invariants.md"));
    String schema =
        Repository.text(
            Repository.ROOT.resolve("server/src/main/resources/db/migration/V1__schema.sql"));
    Stream<String> constraints =
        Pattern.compile("constraint (i\\d+)_")
            .matcher(schema)
            .results()
            .map(match -> match.group(1));
    Stream<String> checks =
        Arrays.stream(Invariant.values())
            .map(invariant -> invariant.label().replaceFirst("_.*", ""));

    assertThat(Stream.concat(constraints, checks).map(label -> label.toUpperCase(Locale.ROOT)))
        .allSatisfy(number -> assertThat(page).contains("| " + number + " |"));
  }

  @Test
  void theSettingsPageIsCurrent() {
    Repository.expectPage("docs/reference/settings.md", SettingsPage.text(), DocumentsTest.class);
  }
}
