package dev.edgewise.bench.executor;

import dev.edgewise.bench.load.Graph;
import dev.edgewise.bench.load.Submission;
import dev.edgewise.bench.process.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Workers that ask for several tasks at once and report their ends together. */
public final class Workers implements Executor {

  private final ServerProcess server;
  private final int count;
  private final int atOnce;
  private final boolean joint;
  private final AtomicLong exchanges = new AtomicLong();
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
  private List<Thread> threads = List.of();
  private Timeline timeline = new Timeline();
  private volatile boolean open;

  /**
   * Workers that are still idle.
   *
   * @param count how many ask at the same time
   * @param atOnce how many tasks each asks for
   * @param joint whether each reports and asks in one exchange
   */
  public Workers(ServerProcess server, int count, int atOnce, boolean joint) {
    this.server = server;
    this.count = count;
    this.atOnce = atOnce;
    this.joint = joint;
  }

  @Override
  public byte[] submission(Graph graph) {
    return Submission.of(graph);
  }

  @Override
  public void begin() {
    timeline = new Timeline();
    exchanges.set(0);
    open = true;
    threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      // Threads of the system wait for an answer as whoever measures the floor does.
      threads.add(Thread.ofPlatform().daemon().name("worker-" + i).start(this::work));
    }
  }

  private void work() {
    try (WorkerClient client = new WorkerClient(server)) {
      List<WorkerClient.Held> held = List.of();
      while (open) {
        held = advance(client, held);
        held.forEach(each -> timeline.arrived(each.task()));
      }
    } catch (RuntimeException e) {
      if (open) {
        failure.compareAndSet(null, e);
      }
    }
  }

  /** Reports ends, if there are some, and takes the next tasks. */
  private List<WorkerClient.Held> advance(WorkerClient client, List<WorkerClient.Held> ended) {
    ended.forEach(each -> timeline.ended(each.task()));
    if (joint) {
      exchanges.incrementAndGet();
      return client.next(ended, atOnce);
    }
    if (!ended.isEmpty()) {
      exchanges.incrementAndGet();
      client.complete(ended);
    }
    exchanges.incrementAndGet();
    return client.claim(atOnce);
  }

  @Override
  public void check() {
    RuntimeException first = failure.get();
    if (first != null) {
      throw first;
    }
  }

  @Override
  public Timeline end() {
    open = false;
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    check();
    return timeline;
  }

  @Override
  public long exchanges() {
    return exchanges.get();
  }

  @Override
  public Duration processorTime() {
    return Duration.ZERO;
  }

  @Override
  public void close() {
    open = false;
    threads.forEach(Thread::interrupt);
  }
}
