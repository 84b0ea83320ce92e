package dev.edgewise.server.cli.demo;

import dev.edgewise.server.http.Wire;
import java.io.PrintWriter;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Prints the events of the demo as text, or as one JSON object per line. */
public final class DemoOutput {

  private final PrintWriter out;
  private final boolean json;

  private record Started(String event, URI page) {}

  private record Submitted(String event, String example, String shows, UUID batchId) {}

  private record Moved(String event, String example, String task, String status, int attempt) {}

  private record Ended(
      String event, String example, boolean asExpected, Map<String, Long> statusCounts) {}

  private record Stopped(String event) {}

  public DemoOutput(PrintWriter out, boolean json) {
    this.out = out;
    this.json = json;
  }

  /**
   * Prints that the server has started.
   *
   * @param endless whether the demo runs until it is interrupted
   */
  public void started(URI page, boolean endless) {
    print(
        new Started("started", page),
        "The page is at " + page + (endless ? " (Ctrl-C ends the demo)" : ""));
  }

  /** Prints an empty line between rounds. */
  public void pause() {
    if (!json) {
      out.println();
    }
  }

  void submitted(Example example, UUID batch) {
    print(
        new Submitted("submitted", example.name(), example.shows(), batch),
        "%-9s  %s".formatted(example.name(), example.shows()));
  }

  void moved(Example example, String task, String status, int attempt) {
    print(
        new Moved("moved", example.name(), task, status, attempt),
        "%-9s  %-10s  %s%s"
            .formatted(
                example.name(), task, status, attempt == 0 ? "" : " (attempt " + attempt + ")"));
  }

  void ended(Example example, boolean asExpected, Map<String, Long> counts) {
    String summary =
        counts.entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining(", "));
    print(
        new Ended("ended", example.name(), asExpected, counts),
        "%-9s  ended %s: %s"
            .formatted(
                example.name(), asExpected ? "as expected" : "differently than expected", summary));
  }

  /** Prints that the demo has ended. */
  public void stopped() {
    print(new Stopped("stopped"), "The demo has ended.");
  }

  /** Whether the reader of the output has closed the pipe, as {@code head} does. */
  public boolean closed() {
    return out.checkError();
  }

  private void print(Record event, String line) {
    out.println(json ? Wire.text(event) : line);
    out.flush();
  }
}
