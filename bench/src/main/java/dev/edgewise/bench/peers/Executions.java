package dev.edgewise.bench.peers;

import dev.edgewise.bench.load.Graph;
import dev.edgewise.bench.round.Percentiles;
import dev.edgewise.bench.round.VoidRoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * When each task of a graph was executed, in nanoseconds of one clock. The file has a line with the
 * moment at which the system was let go, then one with number, begin and end for each execution.
 */
final class Executions {

  private final long begun;
  private final long[] began;
  private final long[] ended;

  private Executions(long begun, long[] began, long[] ended) {
    this.begun = begun;
    this.began = began;
    this.ended = ended;
  }

  /**
   * Reads what a peer has written.
   *
   * @throws VoidRoundException unless every task was executed exactly once
   */
  static Executions read(Path file, int tasks) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var executions =
        new Executions(Long.parseLong(lines.getFirst().strip()), new long[tasks], new long[tasks]);
    int[] times = new int[tasks];
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(" ", 3);
      int no = Integer.parseInt(fields[0]);
      times[no]++;
      executions.began[no] = Long.parseLong(fields[1]);
      executions.ended[no] = Long.parseLong(fields[2]);
    }
    long never = Arrays.stream(times).filter(count -> count == 0).count();
    long often = Arrays.stream(times).filter(count -> count > 1).count();
    if (never + often > 0) {
      throw new VoidRoundException(
          "%,d tasks were never executed, %,d more than once".formatted(never, often));
    }
    return executions;
  }

  /** Tasks in a second, from the start to the end of the last. */
  double throughput() {
    return ended.length / ((LongStream.of(ended).max().orElse(begun) - begun) / 1e9);
  }

  /**
   * How long each task took to begin after its last parent had ended.
   *
   * @throws VoidRoundException when one has begun before
   */
  Percentiles hops(Graph graph) {
    long[] hops =
        IntStream.range(0, graph.size())
            .filter(no -> !graph.isRoot(no))
            .mapToLong(
                no -> began[no] - graph.parents(no).mapToLong(at -> ended[at]).max().orElse(0))
            .toArray();
    long early = LongStream.of(hops).filter(hop -> hop < 0).count();
    if (early > 0) {
      throw new VoidRoundException(
          "%,d tasks began before their parents had ended".formatted(early));
    }
    return Percentiles.of(LongStream.of(hops));
  }
}
