package dev.edgewise.server.cli.demo;

import dev.edgewise.server.http.Wire;
import java.io.PrintWriter;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Tells what happens: to people in lines, to machines as a JSON object a line. */
public final class Teller {

  private final PrintWriter out;
  private final boolean json;

  private record Started(String event, URI page) {}

  private record Submitted(String event, String example, String shows, UUID batchId) {}

  private record Moved(String event, String example, String task, String status, int attempt) {}

  private record Ended(
      String event, String example, boolean asExpected, Map<String, Long> statusCounts) {}

  private record Stopped(String event) {}

  public Teller(PrintWriter out, boolean json) {
    this.out = out;
    this.json = json;
  }

  /**
   * The server is there.
   *
   * @param endless whether somebody has to end the demo
   */
  public void started(URI page, boolean endless) {
    tell(
        new Started("started", page),
        "The page is at " + page + (endless ? " (Ctrl-C ends the demo)" : ""));
  }

  /** Sets what follows apart. */
  public void pause() {
    if (!json) {
      out.println();
    }
  }

  void submitted(Example example, UUID batch) {
    tell(
        new Submitted("submitted", example.name(), example.shows(), batch),
        "%-9s  %s".formatted(example.name(), example.shows()));
  }

  void moved(Example example, String task, String status, int attempt) {
    tell(
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
    tell(
        new Ended("ended", example.name(), asExpected, counts),
        "%-9s  ended %s: %s"
            .formatted(example.name(), asExpected ? "as expected" : "otherwise", summary));
  }

  /** The demo is over. */
  public void stopped() {
    tell(new Stopped("stopped"), "The demo has ended.");
  }

  /** Whether the reader has gone, as {@code head} does. */
  public boolean alone() {
    return out.checkError();
  }

  private void tell(Record event, String line) {
    out.println(json ? Wire.text(event) : line);
    out.flush();
  }
}
