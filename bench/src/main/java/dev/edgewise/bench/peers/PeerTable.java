package dev.edgewise.bench.peers;

import dev.edgewise.bench.round.Figure;
import dev.edgewise.bench.round.Figures;
import java.util.ArrayList;
import java.util.List;

/** Systems beside each other. */
public final class PeerTable {

  private static final String ROW = "  %-24s %9s %8s %8s %8s %10s %8s %8s %8s  %s";

  private static final List<Figure> COLUMNS =
      List.of(
          Figure.THROUGHPUT,
          Figure.HOP_P50,
          Figure.HOP_P95,
          Figure.HOP_P99,
          Figure.STATEMENTS,
          Figure.WAL,
          Figure.CPU_SERVER,
          Figure.CPU_DATABASE);

  private final List<String> rows = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** A system that was measured. */
  public void add(String name, Shape shape, String missing, Figures figures) {
    List<String> cells = new ArrayList<>(List.of(name));
    COLUMNS.forEach(column ->
        cells.add(
            figures.measured().contains(column)
                ? Figure.text(figures.spread(column).median())
                : "-"));
    cells.add(shape.label());
    rows.add(ROW.formatted(cells.toArray()));
    if (!missing.isEmpty()) {
      notes.add("  %-24s cannot express %s".formatted(name, missing));
    }
  }

  /** A system that was not, or whose figures mean nothing. */
  public void add(String name, String reason) {
    rows.add("  %-24s %s".formatted(name, reason));
  }

  /** The lines of the table. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        ROW.formatted(
            "",
            "tasks/s",
            "hop p50",
            "p95",
            "p99",
            "statements",
            "WAL",
            "process",
            "database",
            ""));
    lines.add(
        ROW.formatted(
            "", "", "ms", "ms", "ms", "per task", "bytes", "us cpu", "us cpu", "expressed as"));
    lines.addAll(rows);
    lines.addAll(notes);
    return lines;
  }
}
