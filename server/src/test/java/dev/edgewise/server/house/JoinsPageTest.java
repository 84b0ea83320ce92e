package dev.edgewise.server.house;

import static java.util.stream.Collectors.joining;

import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Join;
import dev.edgewise.core.state.Resolution;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Writes the tables of docs/reference/joins.md from the code that decides. */
class JoinsPageTest {
  private static final int EDGES = 3;

  @Test
  void thePageIsCurrent() {
    Repository.expectPage("docs/reference/joins.md", page(), JoinsPageTest.class);
  }

  private static String page() {
    return """
    # Conditions and joins

    This page is generated from the code that decides; a test fails when it is stale. [Joins](../joins.md) explains how to use them.

    ## Which outcome of a parent meets a condition

    | condition | %s |
    |---|%s
    %s

    ## What a task with three dependencies does

    The columns are the numbers of dependencies that are met, and of those that can no longer be met; the others are open.

    | join | needs | %s |
    |---|---|%s
    %s
    """
        .formatted(
            outcomes().map(JoinsPageTest::name).collect(joining(" | ")),
            "---|".repeat(Resolution.values().length),
            Condition.all().stream().map(JoinsPageTest::row).collect(joining("\n")),
            states().map(state -> state[0] + " met, " + state[1] + " not").collect(joining(" | ")),
            "---|".repeat((int) states().count()),
            IntStream.rangeClosed(-1, EDGES)
                .mapToObj(Join::new)
                .map(JoinsPageTest::row)
                .collect(joining("\n")));
  }

  private static Stream<Resolution> outcomes() {
    return Arrays.stream(Resolution.values());
  }

  private static String name(Resolution outcome) {
    return switch (outcome) {
      case SUCCESS -> "Success";
      case FAILED -> "Failure";
      case SKIPPED -> "Skipped";
      case CANCELLED -> "Canceled";
    };
  }

  private static String row(Condition condition) {
    String text =
        condition
            .name()
            .map(name -> '"' + name + '"')
            .orElseGet(() ->
                condition.outcomes().stream()
                    .map(outcome -> '"' + name(outcome) + '"')
                    .collect(joining(", ", "[", "]")));
    return outcomes()
        .map(outcome -> condition.satisfiedBy(outcome) ? "met" : "not met")
        .collect(joining(" | ", "| `" + text + "` | ", " |"));
  }

  /** Every number of met dependencies with every number of unmet ones. */
  private static Stream<int[]> states() {
    return IntStream.rangeClosed(0, EDGES)
        .boxed()
        .flatMap(
            met -> IntStream.rangeClosed(0, EDGES - met).mapToObj(unmet -> new int[] {met, unmet}));
  }

  private static String row(Join join) {
    int needed = join.needed(EDGES);
    String name = join.all() ? "\"all\"" : join.any() ? "\"any\"" : Integer.toString(join.count());
    return states()
        .map(state -> state[0] >= needed ? "runs" : state[1] > EDGES - needed ? "Skipped" : "waits")
        .collect(joining(" | ", "| `" + name + "` | " + needed + " | ", " |"));
  }
}
