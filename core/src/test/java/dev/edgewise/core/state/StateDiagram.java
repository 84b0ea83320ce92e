package dev.edgewise.core.state;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes docs/states.md from the transition table. */
final class StateDiagram {
  static final Path FILE = Path.of("..", "docs", "states.md");

  private StateDiagram() {}

  /** Rewrites the committed page; run it in the core module's directory. */
  public static void main(String[] args) throws IOException {
    Files.writeString(FILE, page());
  }

  static String page() {
    return """
    # Task states

    This page is generated from the transition table, `Transition` in the core module; a test fails when
    it is stale. Success, Failure, Canceled and Skipped are terminal: only a rerun leaves them.

    ```mermaid
    stateDiagram-v2
    %s
    ```

    | from | to | by |
    |---|---|---|
    %s
    """
        .formatted(arrows(), rows());
  }

  private static String arrows() {
    Map<String, String> labels =
        Transition.TABLE.stream()
            .collect(
                groupingBy(
                    row ->
                        (row.from() == null ? "[*]" : row.from().wireName())
                            + " --> "
                            + row.to().wireName(),
                    LinkedHashMap::new,
                    mapping(row -> row.by().label(), joining(", "))));
    return labels.entrySet().stream()
        .map(arrow -> "    " + arrow.getKey() + ": " + arrow.getValue())
        .collect(joining("\n"));
  }

  private static String rows() {
    return Transition.TABLE.stream()
        .map(row ->
            "| %s | %s | %s |"
                .formatted(
                    row.from() == null ? "(new)" : row.from().wireName(),
                    row.to().wireName(),
                    row.by().label()))
        .collect(joining("\n"));
  }
}
