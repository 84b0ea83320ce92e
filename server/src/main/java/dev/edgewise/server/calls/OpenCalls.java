package dev.edgewise.server.calls;

import dev.edgewise.server.engine.Loop;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.store.claim.Leases;
import dev.edgewise.server.store.delivery.Executions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The open calls of this server, whose claims and executions it renews until they end. */
final class OpenCalls implements AutoCloseable {
  private static final int RENEWALS_PER_TIMEOUT = 3;

  private final Map<String, Open> calls = new ConcurrentHashMap<>();
  private final Leases leases;
  private final Executions executions;
  private final Duration claimTimeout;
  private final Loop loop;

  /**
   * An open call.
   *
   * @param held the claim it is made for; null for a call from the outbox
   * @param ours whether this server makes the call; false if it waits for another server's
   */
  private record Open(Leases.@Nullable Held held, boolean ours) {}

  OpenCalls(Leases leases, Executions executions, Duration claimTimeout) {
    this.leases = leases;
    this.executions = executions;
    this.claimTimeout = claimTimeout;
    Duration interval = claimTimeout.dividedBy(RENEWALS_PER_TIMEOUT);
    this.loop =
        new Loop(
            "webhook-renewals",
            interval,
            () -> {
              renew();
              return interval;
            });
  }

  void start() {
    loop.start();
  }

  Pulse pulse() {
    return loop.pulse();
  }

  void add(String key, Leases.@Nullable Held held) {
    calls.put(key, new Open(held, true));
  }

  /** Keeps the claim for a call that another server is making. */
  void hold(String key, Leases.Held held) {
    calls.put(key, new Open(held, false));
  }

  void remove(String key) {
    calls.remove(key);
    synchronized (this) {
      notifyAll();
    }
  }

  /** Waits until this server has no open calls of its own, up to the given time. */
  synchronized void awaitNone(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    try {
      while (calls.values().stream().anyMatch(Open::ours) && System.nanoTime() < end) {
        wait(Math.max(1, (end - System.nanoTime()) / 1_000_000));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Renews the leases and executions of all open calls. */
  void renew() {
    Map<String, Open> open = Map.copyOf(calls);
    if (open.isEmpty()) {
      return;
    }
    List<Leases.Held> held =
        open.values().stream().map(Open::held).filter(Objects::nonNull).toList();
    leases.extend(held, Math.toIntExact(Math.max(1, claimTimeout.toSeconds())));
    executions.renew(
        open.entrySet().stream()
            .filter(call -> call.getValue().ours())
            .map(Map.Entry::getKey)
            .toList());
  }

  @Override
  public void close() {
    loop.close();
  }
}
