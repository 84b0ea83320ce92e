package dev.edgewise.server.http.operations;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Asks one part of the server whether it works, without ever waiting long for the answer. */
public final class HealthCheck {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final String name;
  private final Runnable probe;
  private final AtomicReference<@Nullable CompletableFuture<Void>> running =
      new AtomicReference<>();

  /**
   * A check.
   *
   * @param name as people see it
   * @param probe throws when the part does not work
   */
  public HealthCheck(String name, Runnable probe) {
    this.name = name;
    this.probe = probe;
  }

  public String name() {
    return name;
  }

  /** Whether the part works. Those who ask while a probe is under way share its outcome. */
  boolean passes() throws InterruptedException {
    var fresh = new CompletableFuture<Void>();
    CompletableFuture<Void> current = running.compareAndExchange(null, fresh);
    if (current == null) {
      current = fresh;
      Thread.ofVirtual().name("health-" + name).start(() -> probe(fresh));
    }
    try {
      current.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  private void probe(CompletableFuture<Void> outcome) {
    try {
      probe.run();
      outcome.complete(null);
    } catch (RuntimeException e) {
      outcome.completeExceptionally(e);
    } finally {
      running.set(null);
    }
  }
}
