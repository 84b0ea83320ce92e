package dev.edgewise.bench.round;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/** The figures of several rounds of one case. */
public final class Figures {

  private final Map<Figure, List<Double>> values;

  /** The middle and both ends of a figure's values. */
  public record Spread(double median, double min, double max) {

    public static Spread of(List<Double> values) {
      List<Double> sorted = values.stream().sorted().toList();
      int half = sorted.size() / 2;
      double median =
          sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
      return new Spread(median, sorted.getFirst(), sorted.getLast());
    }

    /** Whether two spreads have a value in common. */
    public boolean touches(Spread other) {
      return min <= other.max && other.min <= max;
    }
  }

  private Figures(Map<Figure, List<Double>> values) {
    this.values = values;
  }

  /** Gathers what rounds have measured. */
  public static Figures of(List<Map<Figure, Double>> rounds) {
    Map<Figure, List<Double>> values = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      List<Double> each =
          rounds.stream()
              .filter(round -> round.containsKey(figure))
              .map(round -> round.getOrDefault(figure, 0.0))
              .toList();
      if (!each.isEmpty()) {
        values.put(figure, each);
      }
    }
    return new Figures(values);
  }

  /** From JSON: the values of each round by the figure's key. */
  public static Figures ofKeys(Map<String, List<Double>> keys) {
    Map<Figure, List<Double>> values = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      List<Double> each = keys.get(figure.key());
      if (each != null) {
        values.put(figure, each);
      }
    }
    return new Figures(values);
  }

  /** For JSON. */
  public Map<String, List<Double>> keys() {
    Map<String, List<Double>> keys = new TreeMap<>();
    values.forEach((figure, each) -> keys.put(figure.key(), each));
    return keys;
  }

  /** The same but for one. */
  public Figures without(Figure figure) {
    Map<Figure, List<Double>> others = new EnumMap<>(values);
    others.remove(figure);
    return new Figures(others);
  }

  public Set<Figure> measured() {
    return values.keySet();
  }

  public Spread spread(Figure figure) {
    return Spread.of(values.getOrDefault(figure, List.of(Double.NaN)));
  }

  /** This figure of each round divided by that of the same round of others. */
  public List<Double> ratios(Figures others, Figure figure) {
    List<Double> own = values.getOrDefault(figure, List.of());
    List<Double> theirs = others.values.getOrDefault(figure, List.of());
    return IntStream.range(0, Math.min(own.size(), theirs.size()))
        .mapToObj(round -> own.get(round) / theirs.get(round))
        .toList();
  }

  public void forEach(BiConsumer<Figure, Spread> action) {
    values.forEach((figure, each) -> action.accept(figure, Spread.of(each)));
  }
}
