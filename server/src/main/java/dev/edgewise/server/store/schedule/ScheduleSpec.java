package dev.edgewise.server.store.schedule;

import dev.edgewise.core.state.Workspace;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a schedule is.
 *
 * @param definition as it was given
 * @param inputs a JSON object; null when none are given
 * @param cron an expression; null when it has an interval
 * @param interval null when it has a cron expression
 * @param jitter each tick starts later by a random part of this
 * @param catchUp a tick that no server could start within this time is left out
 */
public record ScheduleSpec(
    Workspace workspace,
    String name,
    String definition,
    String workflow,
    @Nullable String inputs,
    @Nullable String cron,
    @Nullable Duration interval,
    ZoneId zone,
    Duration jitter,
    Overlap overlap,
    Duration catchUp) {

  /**
   * When it ticks.
   *
   * @param anchor from which an interval counts
   */
  public Cadence cadence(Instant anchor) {
    return cron == null
        ? new Cadence.Every(Objects.requireNonNull(interval), anchor)
        : Cron.of(cron, zone);
  }

  /** When a tick is started: the same on each server. */
  Instant start(Instant tick) {
    long bound = jitter.toMillis() + 1;
    return tick.plusMillis(Math.floorMod(Objects.hash(name, tick.toEpochMilli()) * 31L, bound));
  }
}
