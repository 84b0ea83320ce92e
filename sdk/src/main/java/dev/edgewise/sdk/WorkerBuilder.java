package dev.edgewise.sdk;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Configures and starts a worker. */
public final class WorkerBuilder {

  private static final int MAX_CONCURRENCY = 10_000;
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST_POLL = Duration.ofSeconds(60);
  private static final Duration LONGEST_LEASE = Duration.ofDays(1);

  private final ServerAccess server;
  private final Map<String, Handler> handlers = new LinkedHashMap<>();
  private String name = "java-" + ProcessHandle.current().pid();
  private int concurrency = 16;
  private Duration poll = Duration.ofSeconds(5);
  private Duration lease = Duration.ofSeconds(30);
  private Duration drain = Duration.ofSeconds(30);

  WorkerBuilder(ServerAccess server) {
    this.server = server;
  }

  /** Sets the name that logs and explanations show. */
  public WorkerBuilder name(String text) {
    name = text;
    return this;
  }

  /** Registers the handler for the tasks of a kind. */
  public WorkerBuilder handle(String kind, Handler handler) {
    handlers.put(kind, handler);
    return this;
  }

  /** Sets how many tasks run at once, each on a virtual thread; 16 by default. */
  public WorkerBuilder concurrency(int most) {
    if (most < 1 || most > MAX_CONCURRENCY) {
      throw new IllegalArgumentException("concurrency: must be from 1 to " + MAX_CONCURRENCY);
    }
    concurrency = most;
    return this;
  }

  /**
   * Sets how long a claim waits at the server for a task; 5 seconds by default. Closing the worker
   * takes up to this long, and so does the server to stop assigning tasks to a worker that died.
   */
  public WorkerBuilder poll(Duration longest) {
    poll = between("poll", longest, LONGEST_POLL);
    return this;
  }

  /**
   * Sets the time without a heartbeat after which the server fails an attempt; 30 seconds by
   * default.
   */
  public WorkerBuilder lease(Duration period) {
    lease = between("lease", period, LONGEST_LEASE);
    return this;
  }

  /**
   * Sets how long closing waits for running handlers before it interrupts them; 30 seconds by
   * default.
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

  /** Starts the worker. */
  public Worker start() {
    if (handlers.isEmpty()) {
      throw new IllegalArgumentException(
          "A worker needs a handler: call handle(kind, handler) before start()");
    }
    return new Worker(new WorkerSettings(server, name, handlers, concurrency, poll, lease, drain));
  }

  /**
   * Runs the worker until the process receives a shutdown signal; the process exits when the last
   * handler has ended.
   */
  public void runUntilShutdown() throws InterruptedException {
    Worker worker = start();
    Runtime.getRuntime().addShutdownHook(new Thread(worker::close, "edgewise-drain"));
    // Blocks forever: only a signal ends the process.
    new CountDownLatch(1).await();
  }
}
