package dev.edgewise.server.cli.remote;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Follows a batch to its end: prints a progress bar on a terminal, otherwise one line per change.
 */
final class Watch {

  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final int BAR_CELLS = 30;
  private static final int FAILURES_SHOWN = 5;

  // Turns off line wrapping: the terminal truncates the line, since its width is not known here.
  private static final String LINE_START = "\r\033[2K\033[?7l";
  private static final String LINE_END = "\033[?7h";

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

  /** Prints progress until the batch has ended and returns the exit code. */
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
        printFailures(batch, view.path("status_counts").path("failure").asLong(0));
        return BatchExitCode.valueOf(state.toUpperCase(Locale.ROOT)).exitCode();
      }
      Thread.sleep(PAUSE);
    }
  }

  private void show(JsonNode view, String line, boolean ended) {
    if (json) {
      out.println(view);
    } else if (terminal) {
      out.print(LINE_START + bar(view) + line + LINE_END + (ended ? System.lineSeparator() : ""));
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

  /** Prints the failed tasks, their reasons, and what to do. */
  private void printFailures(String batch, long count) {
    if (count == 0 || json) {
      return;
    }
    String query = "/task?status=Failure&page_size=" + FAILURES_SHOWN + "&batch_id=" + batch;
    for (JsonNode failed : client.get(query)) {
      JsonNode task = client.get("/task/" + failed.path("id").asString(""));
      out.printf(
          "  %s failed: %s%n",
          task.path("name").asString(""), task.path("failure_reason").asString(""));
    }
    if (count > FAILURES_SHOWN) {
      out.printf("  and %d more%n", count - FAILURES_SHOWN);
    }
    out.printf("`edgewise rerun %s` reruns the tasks that did not succeed.%n", batch);
    out.flush();
  }

  static String line(JsonNode view) {
    return "%d of %d ended, %s: %s"
        .formatted(
            ended(view),
            view.path("total_tasks").asLong(0),
            view.path("state").asString(""),
            counts(view.path("status_counts")));
  }

  /** Returns the number of ended tasks. */
  static long ended(JsonNode view) {
    JsonNode counts = view.path("status_counts");
    return counts.path("success").asLong(0)
        + counts.path("failure").asLong(0)
        + counts.path("canceled").asLong(0)
        + counts.path("skipped").asLong(0);
  }

  /** Formats the counts that are not zero. */
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
