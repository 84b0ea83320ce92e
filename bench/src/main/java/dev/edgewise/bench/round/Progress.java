package dev.edgewise.bench.round;

/** Hears how far a round is. */
@FunctionalInterface
public interface Progress {
  void at(String step, long done, long total);
}
