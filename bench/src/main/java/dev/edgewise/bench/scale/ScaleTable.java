package dev.edgewise.bench.scale;

import dev.edgewise.bench.round.Figure;
import dev.edgewise.bench.round.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Batch sizes beside each other, and how much more a task costs in the largest. */
public final class ScaleTable {

  private static final List<Figure> COLUMNS =
      List.of(
          Figure.WALL,
          Figure.SUBMIT_WALL,
          Figure.CPU_SERVER,
          Figure.CPU_DATABASE,
          Figure.CPU_GENERATOR,
          Figure.STATEMENTS,
          Figure.WAL);

  private static final String ROW = "  %12s %8s %8s %8s %8s %8s %10s %9s";

  private ScaleTable() {}

  /**
   * The lines of the table.
   *
   * @param sizes the figures of each size
   */
  public static List<String> lines(List<Figures> sizes) {
    List<Figures> ordered = ordered(sizes);
    List<String> lines = new ArrayList<>();
    lines.add("What a task costs, to submit and to run (medians)");
    lines.add(
        ROW.formatted("", "wall", "submit", "server", "database", "workers", "statements", "WAL"));
    lines.add(ROW.formatted("tasks", "us", "us", "us cpu", "us cpu", "us cpu", "", "bytes"));
    for (Figures size : ordered) {
      List<String> cells = new ArrayList<>();
      cells.add("%,.0f".formatted(median(size, Figure.TASKS)));
      COLUMNS.forEach(column ->
          cells.add(size.measured().contains(column) ? Figure.text(median(size, column)) : "-"));
      lines.add(ROW.formatted(cells.toArray()));
    }
    if (ordered.size() > 1) {
      Figures least = ordered.getFirst();
      Figures most = ordered.getLast();
      lines.add(
          "  %,.0f tasks / %,.0f tasks: wall %s, processor of server and database %s"
              .formatted(
                  median(most, Figure.TASKS),
                  median(least, Figure.TASKS),
                  Figure.text(median(most, Figure.WALL) / median(least, Figure.WALL)),
                  Figure.text(processor(most) / processor(least))));
    }
    return lines;
  }

  static List<Figures> ordered(List<Figures> sizes) {
    return sizes.stream()
        .sorted(Comparator.comparingDouble(size -> median(size, Figure.TASKS)))
        .toList();
  }

  static double median(Figures figures, Figure figure) {
    return figures.spread(figure).median();
  }

  static double processor(Figures figures) {
    return median(figures, Figure.CPU_SERVER) + median(figures, Figure.CPU_DATABASE);
  }
}
