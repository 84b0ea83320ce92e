package dev.edgewise.server.cli.remote.batch;

import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.EventFeed;
import dev.edgewise.server.cli.remote.Listing;
import dev.edgewise.server.cli.remote.Output;
import dev.edgewise.server.cli.remote.Query;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Follows a batch to its end by the stream of its events: prints a progress bar on a terminal,
 * otherwise a line for each change of a task, and at the end the outcome.
 */
public final class Watch implements EventFeed.Handler {

  private static final int BAR_CELLS = 30;
  private static final int FAILURES_SHOWN = 5;

  /** The server is asked for the counts of the batch no more often than this. */
  private static final Duration PAUSE = Duration.ofMillis(200);

  // Turns off line wrapping: the terminal truncates the line, since its width is not known here.
  private static final String LINE_START = "\r\033[2K\033[?7l";
  private static final String LINE_END = "\033[?7h";

  /** What a task does that is worth a line. */
  private static final Set<String> SHOWN =
      Set.of("running", "success", "failure", "retry_pending", "canceled", "skipped", "paused");

  private final Client client;
  private final Output out;
  private final boolean bar;
  private final String batch;
  private final String path;
  private final TaskNames names;
  private JsonNode view;
  private String shown = "";

  public Watch(Client client, Output out, String batch) {
    this.client = client;
    this.out = out;
    this.batch = batch;
    this.path = "/v1/batches/" + batch;
    this.names = new TaskNames(client, batch);
    this.view = client.get(path);
    this.bar = out.terminal() && !out.json();
  }

  /** Prints progress until the batch has ended and returns the exit code. */
  public int follow() throws InterruptedException {
    EventFeed feed = new EventFeed(client, out);
    feed.follow(path + "/events" + (bar ? "?tail=true" : ""), this);
    if (!bar) {
      rest(feed.last());
    }
    return end();
  }

  @Override
  public void event(JsonNode event) {
    String type = Column.text(event, "type");
    if (out.json()) {
      out.line(event.toString());
    } else if (!bar && SHOWN.contains(type)) {
      String attempt =
          event.path("attempt").asInt(0) > 0 ? " attempt " + event.path("attempt") : "";
      String detail = Output.printable(Column.text(event, "detail"));
      out.line(
          "%s  %s  %s%s%s"
              .formatted(
                  Column.seconds(Column.text(event, "at")),
                  Output.printable(names.current(Column.text(event, "task_id"))),
                  type.replace('_', ' '),
                  attempt,
                  detail.isEmpty() ? "" : ": " + detail));
    }
  }

  @Override
  public boolean settled() throws InterruptedException {
    view = client.get(path);
    String line = line(view);
    if (bar && !line.equals(shown)) {
      out.raw(LINE_START + bar(view) + line + LINE_END);
      shown = line;
    }
    if (!Column.text(view, "state").equals("running")) {
      return true;
    }
    Thread.sleep(PAUSE);
    return false;
  }

  /** Prints the events that the stream had not yet brought when the batch ended. */
  private void rest(@Nullable String last) {
    String cursor = last;
    while (true) {
      JsonNode page = client.get(Query.of(path + "/events").with("cursor", cursor).toString());
      for (JsonNode event : page.path("items")) {
        event(event);
        cursor = Column.text(event, "id");
      }
      if (page.path("next_cursor").asString("").isEmpty()) {
        return;
      }
    }
  }

  private int end() {
    if (out.json()) {
      out.line(view.toString());
    } else {
      out.line(bar ? "" : line(view));
      printFailures(view.path("status_counts").path("failure").asLong(0));
      JsonNode result = view.path("result");
      if (!result.isNull() && !result.isMissingNode()) {
        out.line("result " + result);
      }
    }
    String state = Column.text(view, "state").toUpperCase(Locale.ROOT);
    return BatchExitCode.valueOf(state).exitCode();
  }

  private static String bar(JsonNode view) {
    long total = Math.max(1, view.path("total_tasks").asLong(1));
    int cells = (int) (ended(view) * BAR_CELLS / total);
    return "[" + "#".repeat(cells) + ".".repeat(BAR_CELLS - cells) + "] ";
  }

  /** Prints the failed tasks, their reasons, and what to do. */
  private void printFailures(long count) {
    if (count == 0) {
      return;
    }
    Query query = Query.of(path + "/tasks").with("status", "Failure");
    for (JsonNode task : Listing.read(client, query, FAILURES_SHOWN).items()) {
      out.line(
          "  %s failed: %s"
              .formatted(
                  Output.printable(Column.text(task, "name")),
                  Output.printable(Column.text(task, "failure_reason"))));
    }
    if (count > FAILURES_SHOWN) {
      out.line("  and %d more".formatted(count - FAILURES_SHOWN));
    }
    out.line("`edgewise rerun %s` reruns the tasks that did not succeed.".formatted(batch));
  }

  static String line(JsonNode view) {
    return "%d of %d ended, %s: %s"
        .formatted(
            ended(view),
            view.path("total_tasks").asLong(0),
            Column.text(view, "state"),
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
