package dev.edgewise.server.cli.remote;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Follows a batch to its end: a bar that moves on a terminal, a line per change elsewhere. */
final class Watch {

  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final int BAR_CELLS = 30;
  private static final int LINE_CHARS = 110;

  private final Client client;
  private final PrintWriter out;
  private final boolean terminal;
  private final boolean json;

  Watch(Client client, PrintWriter out, boolean json) {
    this.client = client;
    this.out = out;
    this.terminal = atTerminal();
    this.json = json;
  }

  @SuppressWarnings("SystemConsoleNull") // Java 25 is back to null where there is no terminal.
  private static boolean atTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Returns the exit code that tells how the batch ended. */
  int follow(String batch) throws InterruptedException {
    String shown = "";
    while (true) {
      JsonNode view = client.get("/batch/" + batch);
      String state = view.path("state").asString("");
      boolean ended = !state.equals("running");
      String line = line(view);
      if (!line.equals(shown)) {
        show(view, line, ended);
        shown = line;
      }
      if (ended) {
        return Outcome.valueOf(state.toUpperCase(Locale.ROOT)).exitCode();
      }
      Thread.sleep(PAUSE);
    }
  }

  private void show(JsonNode view, String line, boolean ended) {
    if (json) {
      out.println(view);
    } else if (terminal) {
      out.print("\r" + bar(view) + padded(line) + (ended ? System.lineSeparator() : ""));
    } else {
      out.println(line);
    }
    out.flush();
  }

  private static String bar(JsonNode view) {
    long total = Math.max(1, view.path("total_tasks").asLong(1));
    int cells = (int) (ended(view) * BAR_CELLS / total);
    return "[" + "#".repeat(cells) + ".".repeat(BAR_CELLS - cells) + "] ";
  }

  private static String padded(String line) {
    return line.length() > LINE_CHARS
        ? line.substring(0, LINE_CHARS)
        : line + " ".repeat(LINE_CHARS - line.length());
  }

  static String line(JsonNode view) {
    return "%d of %d ended, %s: %s"
        .formatted(
            ended(view),
            view.path("total_tasks").asLong(0),
            view.path("state").asString(""),
            counts(view.path("status_counts")));
  }

  /** How many tasks are terminal. */
  static long ended(JsonNode view) {
    JsonNode counts = view.path("status_counts");
    return counts.path("success").asLong(0)
        + counts.path("failure").asLong(0)
        + counts.path("canceled").asLong(0)
        + counts.path("skipped").asLong(0);
  }

  /** The counts that are not zero, in words. */
  static String counts(JsonNode counts) {
    Map<String, Long> present = new LinkedHashMap<>();
    counts
        .propertyStream()
        .filter(entry -> entry.getValue().asLong(0) > 0)
        .forEach(entry -> present.put(entry.getKey(), entry.getValue().asLong(0)));
    return present.entrySet().stream()
        .map(entry -> entry.getValue() + " " + entry.getKey().replace('_', ' '))
        .collect(Collectors.joining(", "));
  }
}
