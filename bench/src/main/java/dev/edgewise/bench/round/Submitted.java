package dev.edgewise.bench.round;

import dev.edgewise.bench.http.Reply;
import dev.edgewise.bench.process.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;

/** Batches that a server has taken, and how long it took over each. */
public record Submitted(List<UUID> batches, Percentiles times) {

  /** Submits one body several times, one after the other. */
  public static Submitted to(ServerProcess server, byte[] body, int count, Progress progress) {
    List<UUID> batches = new ArrayList<>();
    LongStream.Builder nanos = LongStream.builder();
    try (var connection = server.connect()) {
      for (int i = 0; i < count; i++) {
        progress.at("submit", i, count);
        long begun = System.nanoTime();
        Reply reply = connection.submit("/task", body).accepted();
        nanos.add(System.nanoTime() - begun);
        batches.add(UUID.fromString(reply.header("X-Batch-ID")));
      }
    }
    return new Submitted(batches, Percentiles.of(nanos.build()));
  }
}
