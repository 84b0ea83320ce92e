package dev.edgewise.sdk;

import dev.edgewise.api.ClaimedTask;
import dev.edgewise.sdk.json.JsonException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Claims tasks, runs their handlers and reports the completions until it is closed.
 *
 * <p>Closing stops the claims, waits for the running handlers and reports their completions.
 */
public final class Worker implements AutoCloseable {

  private static final Logger log = System.getLogger(Worker.class.getName());
  private static final Duration INTERRUPT_GRACE = Duration.ofSeconds(5);

  private final WorkerSettings settings;
  private final Set<Holding> held = ConcurrentHashMap.newKeySet();
  private final Semaphore slots;
  private final WorkCalls calls;
  private final Completions completions;
  private final Heartbeats heartbeats;
  private final Logs logs;
  private final Claims claims;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("edgewise-task-", 0).factory());

  Worker(WorkerSettings settings) {
    this.settings = settings;
    slots = new Semaphore(settings.concurrency());
    calls = new WorkCalls(settings);
    completions = new Completions(calls, held::remove);
    heartbeats = new Heartbeats(calls, held, settings.heartbeatPause());
    logs = new Logs(calls, held);
    claims = new Claims(calls, slots, this::take);
  }

  /** Builds a worker for the server at a URL like {@code http://localhost:8085}. */
  public static WorkerBuilder builder(URI server) {
    return builder(ServerAccess.to(server));
  }

  /** Builds a worker for a server that it signs in to. */
  public static WorkerBuilder builder(ServerAccess server) {
    return new WorkerBuilder(server);
  }

  private void take(ClaimedTask task) {
    var holding = new Holding(task, settings.lease());
    held.add(holding);
    threads.execute(() -> {
      try {
        Report report = run(holding);
        logs.flush(holding);
        completions.add(report);
      } finally {
        slots.release();
      }
    });
  }

  private Report run(Holding holding) {
    Handler handler = settings.handlers().get(holding.task().kind());
    if (handler == null) {
      return Report.failure(holding, "The worker has no handler for this kind", true);
    }
    try {
      return Report.success(holding, new TaskContext(holding, logs::wake).run(handler));
    } catch (TaskFailure e) {
      return Report.failure(holding, String.valueOf(e.getMessage()), e.isRetryable(), e);
    } catch (JsonException e) {
      return Report.failure(holding, String.valueOf(e.getMessage()), false, e);
    } catch (InterruptedException e) {
      return Report.failure(holding, "The worker was stopped", true, e);
    } catch (Throwable e) {
      // Anything that a handler throws fails its task, never the worker.
      log.log(Level.WARNING, "The handler of " + holding + " failed", e);
      return Report.failure(holding, e.toString(), true, e);
    }
  }

  @Override
  public void close() {
    try {
      claims.stop();
      threads.shutdown();
      if (!threads.awaitTermination(settings.drain().toMillis(), TimeUnit.MILLISECONDS)) {
        held.forEach(Holding::cancel);
        threads.shutdownNow();
        threads.awaitTermination(INTERRUPT_GRACE.toMillis(), TimeUnit.MILLISECONDS);
      }
      completions.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      threads.shutdownNow();
    } finally {
      heartbeats.stop();
      logs.stop();
      calls.close();
    }
  }
}
