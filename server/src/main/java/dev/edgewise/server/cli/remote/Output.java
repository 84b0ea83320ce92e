package dev.edgewise.server.cli.remote;

import java.io.Console;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Where a command prints: tables and sentences for people, or JSON for programs. */
public final class Output {
  private static final String RESET = "\033[0m";
  private static final String GAP = "  ";

  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean json;
  private final boolean terminal;
  private final boolean colour;

  public Output(PrintWriter out, PrintWriter err, boolean json) {
    this.out = out;
    this.err = err;
    this.json = json;
    this.terminal = atTerminal();
    this.colour = terminal && System.getenv("NO_COLOR") == null;
  }

  @SuppressWarnings("SystemConsoleNull") // Java 25 is back to null where there is no terminal.
  private static boolean atTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Whether to print JSON. */
  public boolean json() {
    return json;
  }

  /** Whether a person sees the output on a terminal. */
  public boolean terminal() {
    return terminal;
  }

  /** Prints the answer of a request that changed something, or a sentence. */
  public int said(ServerReply reply, String sentence) {
    out.println(json ? (reply.body().isEmpty() ? "{}" : reply.body()) : sentence);
    return 0;
  }

  /** Prints a line. */
  public void line(String text) {
    out.println(text);
    out.flush();
  }

  /** Prints a text without ending the line. */
  public void raw(String text) {
    out.print(text);
    out.flush();
  }

  /** Prints a line of a diff. */
  public void changed(String line) {
    boolean shown = colour && !line.startsWith(" ");
    line(shown ? (line.startsWith("+") ? "\033[32m" : "\033[31m") + line + RESET : line);
  }

  /** Prints a line on the standard error. */
  public void note(String text) {
    err.println(text);
    err.flush();
  }

  /** Prints a name and its value, unless that is empty. */
  public void field(String name, String value) {
    if (!value.isEmpty()) {
      out.printf("%-14s  %s%n", name, value);
    }
  }

  /** Prints rows in aligned columns with headings; columns without any value are left out. */
  public void table(List<JsonNode> rows, Column... columns) {
    List<Column> shown = new ArrayList<>();
    List<Integer> widths = new ArrayList<>();
    for (Column column : columns) {
      int width = rows.stream().mapToInt(row -> cell(column, row).length()).max().orElse(0);
      if (width > 0) {
        shown.add(column);
        widths.add(Math.max(width, column.title().length()));
      }
    }
    StringBuilder heading = new StringBuilder();
    for (int i = 0; i < shown.size(); i++) {
      heading.append(padded(shown.get(i).title(), widths.get(i), i == shown.size() - 1));
    }
    out.println(colour ? "\033[2m" + heading + RESET : heading);
    for (JsonNode row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < shown.size(); i++) {
        String cell = cell(shown.get(i), row);
        String padded = padded(cell, widths.get(i), i == shown.size() - 1);
        line.append(shown.get(i).status() ? coloured(cell, padded) : padded);
      }
      out.println(line.toString().stripTrailing());
    }
    out.flush();
  }

  /** One line, so that no text of a task can break the table or reach the terminal's controls. */
  private static String cell(Column column, JsonNode row) {
    return printable(column.value().apply(row));
  }

  /** A text in one line, without control characters. */
  public static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ").strip();
  }

  private static String padded(String text, int width, boolean last) {
    return last ? text : text + " ".repeat(width - text.length()) + GAP;
  }

  private String coloured(String status, String text) {
    return colour ? code(status) + text + RESET : text;
  }

  /** A status in its colour, when a terminal shows it. */
  public String coloured(String status) {
    return coloured(status, status);
  }

  private static String code(String status) {
    return switch (status) {
      case "Success", "succeeded", "success", "delivered", "started" -> "\033[32m";
      case "Failure", "failed", "failure", "dead", "Timeout" -> "\033[31m";
      case "Running", "running", "Claimed", "claimed" -> "\033[36m";
      case "RetryPending", "retry_pending", "Paused", "paused", "owed", "pending" -> "\033[33m";
      default -> "";
    };
  }

  void flush() {
    out.flush();
    err.flush();
  }
}
