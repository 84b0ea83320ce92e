package dev.edgewise.bench.round;

import java.util.Arrays;
import java.util.stream.LongStream;

/** Times in order. */
public final class Percentiles {

  private static final double NANOS_PER_MILLI = 1e6;

  private static final double NANOS_PER_SECOND = 1e9;

  private final long[] nanos;

  private Percentiles(long[] nanos) {
    this.nanos = nanos;
  }

  public static Percentiles of(LongStream nanos) {
    long[] sorted = nanos.toArray();
    Arrays.sort(sorted);
    return new Percentiles(sorted);
  }

  public boolean isEmpty() {
    return nanos.length == 0;
  }

  /** All of them together. */
  public double seconds() {
    return LongStream.of(nanos).sum() / NANOS_PER_SECOND;
  }

  /** The time in milliseconds that this share of all does not pass. */
  public double millis(double share) {
    int index = (int) Math.ceil(share * nanos.length) - 1;
    return nanos[Math.clamp(index, 0, nanos.length - 1)] / NANOS_PER_MILLI;
  }
}
