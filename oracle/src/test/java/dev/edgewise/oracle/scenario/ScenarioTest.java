package dev.edgewise.oracle.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every written scenario against the model, and the language itself. */
class ScenarioTest {

  static List<Scenario> scenarios() {
    return Scenarios.all();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void theModelPlays(Scenario scenario) {
    assertThatCode(() -> scenario.play(new ModelSubject())).doesNotThrowAnyException();
  }

  @Test
  void theIndexNamesEveryFile() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src", "main", "resources", "scenarios"))) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".txt", "")))
          .filteredOn(name -> !name.equals("index"))
          .containsExactlyInAnyOrderElementsOf(scenarios().stream().map(Scenario::name).toList());
    }
  }

  @Test
  void anUnexpectedChangeIsReported() {
    assertFails(
        """
        dag a -> b, a -> c
        start => pending a
        claim a; ok a => pending b
        """,
        "x, line 3",
        "nobody expected {c=PENDING}");
  }

  @Test
  void aMissingChangeIsReported() {
    assertFails("dag a -> b\nstart => pending a b", "b did not become PENDING");
  }

  @Test
  void anExpectedNothingFailsWhenSomethingChanges() {
    assertFails("dag a\nstart => pending a\nclaim a => nothing", "something changed");
    assertFails("dag a\nstart => pending a\nok a => repeated", "the command was REFUSED");
  }

  @Test
  void everyPartOfAnObservationIsCompared() {
    String start = "dag a -> b\nstart\n";
    assertFails(start + "see a Running", "a is TaskView");
    assertFails(start + "see a Pending attempt 1", "a is TaskView");
    assertFails(start + "see b Waiting 1/1", "b is TaskView");
    assertFails(start + "see b Waiting (because)", "b is TaskView");
    assertFails(start + "see a->b SUCCESS satisfied", "a->b has null");
    assertFails(start + "see batch failed", "the batch is RUNNING");
    assertFails(start + "cancel b\nsee a->b open", "a->b has Fact");
  }

  @Test
  void anInvalidLineIsNamed() {
    assertThatThrownBy(() -> Scenario.parse("x", "dag a\nstart\nfly a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("x, line 3: fly a: 'fly' is no command");
    assertThatThrownBy(() -> Scenario.parse("x", "dag a\nbarrier b"))
        .hasMessageContaining("'b' is not in the graph");
  }

  private static void assertFails(String text, String... messages) {
    assertThatThrownBy(() -> Scenario.parse("x", text).play(new ModelSubject()))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll(messages);
  }
}
