package dev.edgewise.bench.cli;

import dev.edgewise.bench.round.Figure;
import dev.edgewise.bench.round.Figures;
import dev.edgewise.bench.round.Figures.Spread;
import dev.edgewise.bench.round.Progress;
import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Where a bench shows how far it is and what it found. */
final class Screen {

  private static final int BAR_CELLS = 30;
  private static final int LINE_CHARS = 78;

  /** How long nothing is said where there is no terminal. */
  private static final Duration SILENCE = Duration.ofSeconds(15);

  private final PrintWriter out;
  private final boolean terminal;

  Screen(PrintWriter out) {
    this.out = out;
    this.terminal = atTerminal();
  }

  @SuppressWarnings("SystemConsoleNull") // Java 25 is back to null where there is no terminal.
  private static boolean atTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** A bar that moves, where there is a terminal; elsewhere a line now and then. */
  Progress progress(String label) {
    AtomicLong said = new AtomicLong(System.nanoTime());
    return (step, done, total) -> {
      if (terminal) {
        int cells = (int) (done * BAR_CELLS / Math.max(1, total));
        String bar = "#".repeat(cells) + ".".repeat(BAR_CELLS - cells);
        out.print("\r" + padded("%s [%s] %s %,d of %,d".formatted(label, bar, step, done, total)));
        out.flush();
      } else if (System.nanoTime() - said.get() > SILENCE.toNanos()) {
        said.set(System.nanoTime());
        line("%s: %s %,d of %,d".formatted(label, step, done, total));
      }
    };
  }

  /** A line that stays. */
  void line(String text) {
    out.println((terminal ? "\r" : "") + (terminal ? padded(text) : text));
    out.flush();
  }

  private static String padded(String text) {
    return text + " ".repeat(Math.max(0, LINE_CHARS - text.length()));
  }

  /** A table with the middle and both ends of each figure. */
  void table(String title, Figures figures) {
    line("");
    line(title);
    line("  %-30s %12s %12s %12s".formatted("", "median", "min", "max"));
    figures.forEach((figure, spread) ->
        line(
            "  %-30s %12s %12s %12s  %s"
                .formatted(
                    figure.label(),
                    Figure.text(spread.median()),
                    Figure.text(spread.min()),
                    Figure.text(spread.max()),
                    figure.unit())));
  }

  /** Two reports beside each other; a difference within both spreads is none. */
  void comparison(String title, Figures before, Figures after) {
    line("");
    line(title);
    line("  %-30s %12s %12s %9s".formatted("", "before", "after", "ratio"));
    for (Figure figure : before.measured()) {
      if (after.measured().contains(figure)) {
        Spread from = before.spread(figure);
        Spread to = after.spread(figure);
        compared(
            figure,
            from,
            to,
            to.median() / from.median(),
            from.touches(to)
                ? ""
                : to.median() > from.median() == figure.upwards() ? "better" : "worse");
      }
    }
  }

  /** Two builds whose rounds were run in turns: each is compared with that of its turn. */
  void turns(String title, Figures other, Figures own) {
    line("");
    line(title + ", in turns");
    line("  %-30s %12s %12s %9s".formatted("", "the other", "this", "ratio"));
    for (Figure figure : own.measured()) {
      List<Double> ratios = own.ratios(other, figure);
      long better =
          ratios.stream().filter(ratio -> figure.upwards() ? ratio > 1 : ratio < 1).count();
      compared(
          figure,
          other.spread(figure),
          own.spread(figure),
          Spread.of(ratios).median(),
          "better in %d of %d".formatted(better, ratios.size()));
    }
  }

  private void compared(Figure figure, Spread from, Spread to, double ratio, String verdict) {
    line(
        "  %-30s %12s %12s %9s  %s"
            .formatted(
                figure.label(),
                Figure.text(from.median()),
                Figure.text(to.median()),
                Figure.text(ratio),
                verdict));
  }
}
