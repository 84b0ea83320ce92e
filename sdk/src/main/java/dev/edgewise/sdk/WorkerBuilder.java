package dev.edgewise.sdk;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A worker being described. */
public final class WorkerBuilder {

  private static final int MAX_CONCURRENCY = 10_000;
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST_POLL = Duration.ofSeconds(60);
  private static final Duration LONGEST_LEASE = Duration.ofDays(1);

  private final URI server;
  private final Map<String, Handler> handlers = new LinkedHashMap<>();
  private String name = "java-" + ProcessHandle.current().pid();
  private int concurrency = 16;
  private Duration poll = Duration.ofSeconds(5);
  private Duration lease = Duration.ofSeconds(30);
  private Duration drain = Duration.ofSeconds(30);

  WorkerBuilder(URI server) {
    this.server = server;
  }

  /** A name for logs and explanations. */
  public WorkerBuilder name(String text) {
    name = text;
    return this;
  }

  /** Takes tasks of a kind. */
  public WorkerBuilder handle(String kind, Handler handler) {
    handlers.put(kind, handler);
    return this;
  }

  /** How many tasks run at once, each on a virtual thread; 16 unless said. */
  public WorkerBuilder concurrency(int most) {
    if (most < 1 || most > MAX_CONCURRENCY) {
      throw new IllegalArgumentException("concurrency: must be from 1 to " + MAX_CONCURRENCY);
    }
    concurrency = most;
    return this;
  }

  /**
   * How long a claim waits at the server for a task; 5 seconds unless said. A worker closes, and a
   * worker that died stops being given tasks, no later than this.
   */
  public WorkerBuilder poll(Duration longest) {
    poll = between("poll", longest, LONGEST_POLL);
    return this;
  }

  /** After how long without a sign of life the server gives a task up; 30 seconds unless said. */
  public WorkerBuilder lease(Duration period) {
    lease = between("lease", period, LONGEST_LEASE);
    return this;
  }

  /**
   * How long closing waits for running handlers before it interrupts them; 30 seconds unless said.
   */
  public WorkerBuilder drain(Duration longest) {
    drain = longest;
    return this;
  }

  private static Duration between(String what, Duration given, Duration longest) {
    if (given.compareTo(SHORTEST) < 0 || given.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          "%s: must be from %s to %s, not %s".formatted(what, SHORTEST, longest, given));
    }
    return given;
  }

  /** Begins to take tasks. */
  public Worker start() {
    if (handlers.isEmpty()) {
      throw new IllegalArgumentException("handle: name at least one kind");
    }
    return new Worker(new WorkerSettings(server, name, handlers, concurrency, poll, lease, drain));
  }

  /** Takes tasks until the program is told to end, and ends it when the last handler has. */
  public void runUntilShutdown() throws InterruptedException {
    Worker worker = start();
    Runtime.getRuntime().addShutdownHook(new Thread(worker::close, "edgewise-drain"));
    // Only a signal ends the program.
    new CountDownLatch(1).await();
  }
}
