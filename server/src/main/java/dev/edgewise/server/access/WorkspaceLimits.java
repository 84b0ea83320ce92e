package dev.edgewise.server.access;

import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.store.access.Quotas;
import dev.edgewise.server.store.access.SubmissionQuota;
import dev.edgewise.server.store.access.Workspaces;
import dev.edgewise.server.store.submission.Submitted;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * Knows which workspaces have quotas, so that the others pay nothing for them. What it knows is at
 * most five seconds old; the quotas themselves are counted in the database.
 */
public final class WorkspaceLimits {
  static final Duration FRESH = Duration.ofSeconds(5);

  private final Workspaces workspaces;
  private final LongSupplier nanoTime;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Known known = new Known(Map.of(), Map.of());
  private volatile long readAt;

  private record Known(Map<Workspace, Quotas> quotas, Map<Integer, Integer> running) {}

  public WorkspaceLimits(Workspaces workspaces) {
    this(workspaces, System::nanoTime);
  }

  WorkspaceLimits(Workspaces workspaces, LongSupplier nanoTime) {
    this.workspaces = workspaces;
    this.nanoTime = nanoTime;
    this.readAt = nanoTime.getAsLong() - FRESH.toNanos();
  }

  /** The most tasks that may run in each workspace with such a limit, by number. */
  public Map<Integer, Integer> running() {
    refresh();
    return known.running();
  }

  /** Counts a submission; null when it is admitted. */
  public Submitted.@Nullable TooMany refusal(
      Handle handle, Workspace workspace, int tasks, Instant now) {
    refresh();
    return known.quotas().getOrDefault(workspace, Quotas.NONE).limitSubmissions()
        ? SubmissionQuota.refusal(handle, workspace, tasks, now)
        : null;
  }

  /** Reads the quotas again at the next use, because this server has changed one. */
  public void forget() {
    readAt = nanoTime.getAsLong() - FRESH.toNanos();
  }

  /** One thread reads while the others go on with what is known. */
  private void refresh() {
    if (nanoTime.getAsLong() - readAt < FRESH.toNanos() || !reading.tryLock()) {
      return;
    }
    try {
      long now = nanoTime.getAsLong();
      Map<Workspace, Quotas> quotas = workspaces.limited();
      Map<Integer, Integer> running = new HashMap<>();
      quotas.forEach((workspace, each) -> {
        Integer max = each.maxRunning();
        if (max != null) {
          running.put(workspace.number(), max);
        }
      });
      known = new Known(Map.copyOf(quotas), Map.copyOf(running));
      readAt = now;
    } catch (JdbiException e) {
      // The statement that asked meets the same outage, or goes on with what is known.
      readAt = nanoTime.getAsLong();
    } finally {
      reading.unlock();
    }
  }
}
