package dev.edgewise.bench.scale;

import dev.edgewise.bench.round.Figure;
import dev.edgewise.bench.round.Figures;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The cost of a task over the size of its batch as SVG: wall time as a line, processor time of
 * database and server on top of each other. It follows the reader's choice of light or dark.
 */
public final class CostPlot {

  private static final int WIDTH = 780;
  private static final int HEIGHT = 400;
  private static final int LEFT = 70;
  private static final int RIGHT = 195;
  private static final int TOP = 48;
  private static final int BOTTOM = 58;
  private static final int MARKS = 5;

  /** What the last mark of an axis may be, times a power of ten. */
  private static final double[] ROUND_NUMBERS = {1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10};

  private static final String STYLE =
      """
      <style>
        text { font: 13px system-ui, sans-serif; fill: #24292f }
        .title { font-size: 16px; font-weight: 600 }
        .ground { fill: #ffffff }
        .grid { stroke: #d8dee4; stroke-width: 1 }
        .axis { stroke: #57606a; stroke-width: 1 }
        .database { fill: #7fb8a4 } .server { fill: #f0b267 }
        .wall { stroke: #0a62c4; stroke-width: 2.5; fill: none } .dot { fill: #0a62c4 }
        @media (prefers-color-scheme: dark) {
          text { fill: #e6edf3 }
          .ground { fill: #0d1117 }
          .grid { stroke: #2b323b } .axis { stroke: #9198a1 }
          .database { fill: #2f7561 } .server { fill: #a8671c }
          .wall { stroke: #6cb6ff } .dot { fill: #6cb6ff }
        }
      </style>
      """;

  private final List<Figures> sizes;
  private final int least;
  private final int most;
  private final double top;
  private final StringBuilder svg = new StringBuilder();

  private CostPlot(List<Figures> sizes) {
    this.sizes = ScaleTable.ordered(sizes);
    this.least = (int) Math.floor(Math.log10(tasks(this.sizes.getFirst())));
    this.most = Math.max(least + 1, (int) Math.ceil(Math.log10(tasks(this.sizes.getLast()))));
    this.top =
        roundedUp(
            sizes.stream()
                .mapToDouble(size -> Math.max(wall(size), ScaleTable.processor(size)))
                .max()
                .orElse(1));
  }

  /**
   * Draws.
   *
   * @param sizes the figures of each size, at least one
   */
  public static String svg(List<Figures> sizes) {
    return new CostPlot(sizes).draw();
  }

  private String draw() {
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">
        <title>Cost per task over batch size</title>
        %3$s<rect class="ground" width="%1$d" height="%2$d"/>
        """
            .formatted(WIDTH, HEIGHT, STYLE));
    text(LEFT, 26, "start", " class=\"title\"", "Cost per task over batch size");
    area("server", ScaleTable::processor);
    area("database", CostPlot::database);
    axes();
    svg.append("<polyline class=\"wall\" points=\"%s\"/>\n".formatted(points(CostPlot::wall)));
    for (Figures size : sizes) {
      svg.append(
          "<circle class=\"dot\" cx=\"%s\" cy=\"%s\" r=\"4\"><title>%s</title></circle>\n"
              .formatted(at(x(size)), at(y(wall(size))), values(size)));
    }
    legend();
    return svg.append("</svg>\n").toString();
  }

  private static String values(Figures size) {
    return "%,.0f tasks: %.0f µs wall, %.0f µs server, %.0f µs database"
        .formatted(
            tasks(size), wall(size), ScaleTable.median(size, Figure.CPU_SERVER), database(size));
  }

  private void axes() {
    for (int mark = 0; mark <= MARKS; mark++) {
      double value = top * mark / MARKS;
      line("grid", LEFT, y(value), WIDTH - RIGHT, y(value));
      text(LEFT - 8, y(value) + 4, "end", "", Figure.text(value).replaceFirst("\\.0+$", ""));
    }
    for (int power = least; power <= most; power++) {
      double x = x(power);
      line("axis", x, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 5);
      text(x, HEIGHT - BOTTOM + 21, "middle", "", "%,.0f".formatted(Math.pow(10, power)));
    }
    line("axis", LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM);
    line("axis", LEFT, TOP, LEFT, HEIGHT - BOTTOM);
    text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14, "middle", "", "tasks in the batch");
    text(
        0,
        0,
        "middle",
        " transform=\"translate(18 %d) rotate(-90)\"".formatted((TOP + HEIGHT - BOTTOM) / 2),
        "µs per task");
  }

  private void legend() {
    int x = WIDTH - RIGHT + 18;
    int y = TOP + 14;
    line("wall", x, y - 4, x + 18, y - 4);
    text(x + 26, y, "start", "", "wall time");
    swatch("server", x, y + 26, "processor, server");
    swatch("database", x, y + 50, "processor, database");
  }

  private void swatch(String series, int x, int y, String label) {
    svg.append(
        "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"18\" height=\"12\"/>\n"
            .formatted(series, x, y - 11));
    text(x + 26, y, "start", "", label);
  }

  /** From the axis up to a value; what is drawn later lies on top. */
  private void area(String series, ToDoubleFunction<Figures> value) {
    svg.append(
        "<polygon class=\"%s\" points=\"%s,%s %s %s,%s\"/>\n"
            .formatted(
                series,
                at(x(sizes.getFirst())),
                at(y(0)),
                points(value),
                at(x(sizes.getLast())),
                at(y(0))));
  }

  private void line(String series, double x1, double y1, double x2, double y2) {
    svg.append(
        "<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n"
            .formatted(series, at(x1), at(y1), at(x2), at(y2)));
  }

  private void text(double x, double y, String anchor, String attributes, String content) {
    svg.append(
        "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\"%s>%s</text>\n"
            .formatted(at(x), at(y), anchor, attributes, content));
  }

  private String points(ToDoubleFunction<Figures> value) {
    return sizes.stream()
        .map(size -> at(x(size)) + "," + at(y(value.applyAsDouble(size))))
        .collect(Collectors.joining(" "));
  }

  /** A place in the drawing, whatever decimal separator the user has. */
  private static String at(double place) {
    return String.format(Locale.ROOT, "%.1f", place);
  }

  private double x(Figures size) {
    return x(Math.log10(tasks(size)));
  }

  private double x(double power) {
    return LEFT + (power - least) / (most - least) * (WIDTH - LEFT - RIGHT);
  }

  private double y(double value) {
    return HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM);
  }

  private static double roundedUp(double value) {
    double unit = Math.pow(10, Math.floor(Math.log10(value)));
    for (double number : ROUND_NUMBERS) {
      if (number * unit >= value) {
        return number * unit;
      }
    }
    return 10 * unit;
  }

  private static double tasks(Figures size) {
    return ScaleTable.median(size, Figure.TASKS);
  }

  private static double wall(Figures size) {
    return ScaleTable.median(size, Figure.WALL);
  }

  private static double database(Figures size) {
    return ScaleTable.median(size, Figure.CPU_DATABASE);
  }
}
