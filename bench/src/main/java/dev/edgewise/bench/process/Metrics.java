package dev.edgewise.bench.process;

/** Reads the text that Prometheus reads. */
final class Metrics {

  private Metrics() {}

  /** The sum of all samples of a name that carry a label. */
  static long sum(String text, String name, String label) {
    return (long)
        text.lines()
            .filter(line -> line.startsWith(name + "{") && line.contains(label))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .sum();
  }
}
