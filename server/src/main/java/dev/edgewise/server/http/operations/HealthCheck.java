package dev.edgewise.server.http.operations;

import dev.edgewise.server.life.ProcessEnd;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Checks one component of the server, within a time limit. */
public final class HealthCheck {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final String name;
  private final BooleanSupplier probe;
  private final boolean immediate;
  private final AtomicReference<@Nullable CompletableFuture<Boolean>> running =
      new AtomicReference<>();

  /**
   * A check.
   *
   * @param name in the health report
   * @param probe returns whether the component works
   */
  public HealthCheck(String name, BooleanSupplier probe) {
    this(name, probe, false);
  }

  /** A check whose probe never blocks, so that it runs on the calling thread. */
  public static HealthCheck immediate(String name, BooleanSupplier probe) {
    return new HealthCheck(name, probe, true);
  }

  private HealthCheck(String name, BooleanSupplier probe, boolean immediate) {
    this.name = name;
    this.probe = probe;
    this.immediate = immediate;
  }

  public String name() {
    return name;
  }

  /** Whether the component works. Concurrent callers share one run of the probe. */
  boolean passes() throws InterruptedException {
    if (immediate) {
      return probe.getAsBoolean();
    }
    var fresh = new CompletableFuture<Boolean>();
    CompletableFuture<Boolean> current = running.compareAndExchange(null, fresh);
    if (current == null) {
      current = fresh;
      Thread.ofVirtual().name("health-" + name).start(() -> probe(fresh));
    }
    try {
      return current.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  private void probe(CompletableFuture<Boolean> outcome) {
    try {
      outcome.complete(probe.getAsBoolean());
    } catch (RuntimeException | Error e) {
      ProcessEnd.endIfFatal(e);
      outcome.completeExceptionally(e);
    } finally {
      running.set(null);
    }
  }
}
