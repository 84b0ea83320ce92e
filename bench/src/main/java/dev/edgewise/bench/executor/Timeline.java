package dev.edgewise.bench.executor;

import dev.edgewise.bench.load.Graph;
import dev.edgewise.core.state.TaskKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** When tasks came to an executor and when it reported their ends, by the machine's clock. */
public final class Timeline {

  private final Map<UUID, Moments> tasks = new ConcurrentHashMap<>();

  private static final class Moments {
    volatile long arrived;
    volatile long ended;
  }

  /** A task has come. */
  void arrived(UUID task) {
    tasks.computeIfAbsent(task, _ -> new Moments()).arrived = System.nanoTime();
  }

  /** The end of a task is about to be reported. */
  void ended(UUID task) {
    tasks.computeIfAbsent(task, _ -> new Moments()).ended = System.nanoTime();
  }

  /**
   * The hops of a batch in nanoseconds: from the moment at which the end of a task's last parent
   * was about to be reported to the moment at which the task was there.
   */
  public LongStream hops(Graph graph, UUID batch) {
    return IntStream.range(0, graph.size())
        .filter(no -> !graph.isRoot(no))
        .mapToLong(no ->
            moments(batch, no).arrived
                - graph
                    .parents(no)
                    .mapToLong(parent -> moments(batch, parent).ended)
                    .max()
                    .orElse(0));
  }

  private Moments moments(UUID batch, int index) {
    Moments moments = tasks.get(new TaskKey(batch, index + 1).publicId());
    if (moments == null) {
      throw new IllegalStateException("no executor ever had task " + index + " of batch " + batch);
    }
    return moments;
  }

  byte[] bytes() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      for (Map.Entry<UUID, Moments> task : tasks.entrySet()) {
        out.writeLong(task.getKey().getMostSignificantBits());
        out.writeLong(task.getKey().getLeastSignificantBits());
        out.writeLong(task.getValue().arrived);
        out.writeLong(task.getValue().ended);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static Timeline of(byte[] bytes) {
    var timeline = new Timeline();
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      for (int left = bytes.length / (4 * Long.BYTES); left > 0; left--) {
        var moments = new Moments();
        timeline.tasks.put(new UUID(in.readLong(), in.readLong()), moments);
        moments.arrived = in.readLong();
        moments.ended = in.readLong();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return timeline;
  }
}
