package dev.edgewise.bench.load;

import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;

/** The shapes of work there are. */
public enum Load {
  /** Layers of equal width; each task has three parents in the layer above. */
  LAYERS,
  /** One after the other: nothing can be done at once, so each step's latency shows. */
  CHAIN,
  /** One task, then all but two at once, then one that waits for all of them. */
  FANOUT,
  /** Tasks that depend on nothing. */
  WIDE,
  /** Up to three parents among the tasks shortly before, by a fixed seed. */
  RANDOM;

  private static final int LAYER_WIDTH = 250;
  private static final int PARENTS = 3;
  private static final int RANDOM_REACH = 1_000;
  private static final long SEED = 42;

  public Graph graph(int size) {
    return switch (this) {
      case LAYERS -> layers(size);
      case CHAIN -> graph(size, no -> no == 0 ? new int[0] : new int[] {no - 1});
      case FANOUT -> fanout(size);
      case WIDE -> graph(size, _ -> new int[0]);
      case RANDOM -> random(size);
    };
  }

  /** The name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static Graph graph(int size, IntFunction<int[]> parents) {
    int[][] all = new int[size][];
    for (int no = 0; no < size; no++) {
      all[no] = parents.apply(no);
    }
    return new Graph(all);
  }

  private static Graph layers(int size) {
    int width = Math.clamp(size / PARENTS, PARENTS, LAYER_WIDTH);
    return graph(
        size,
        no -> {
          int[] parents = new int[no < width ? 0 : PARENTS];
          for (int i = 0; i < parents.length; i++) {
            parents[i] = no - no % width - width + (no + i) % width;
          }
          return parents;
        });
  }

  private static Graph fanout(int size) {
    int last = size - 1;
    return graph(
        size,
        no -> {
          if (no == 0) {
            return new int[0];
          }
          if (no < last || size == 2) {
            return new int[] {0};
          }
          int[] parents = new int[size - 2];
          for (int i = 0; i < parents.length; i++) {
            parents[i] = i + 1;
          }
          return parents;
        });
  }

  private static Graph random(int size) {
    Random random = new Random(SEED);
    return graph(
        size,
        no ->
            random
                .ints(
                    Math.min(no, random.nextInt(PARENTS + 1)),
                    Math.max(0, no - RANDOM_REACH),
                    Math.max(1, no))
                .distinct()
                .toArray());
  }
}
