package dev.edgewise.server.store.schedule;

import dev.edgewise.server.store.Sql;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Decides about ticks that are due, each once. */
public final class Ticks {
  /** Even a tick that is not caught up is started by a server that was busy for so long. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** When somebody looks again whether the run before has ended. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final Schedules schedules;
  private final Starter starter;

  /** Starts workflows. */
  @FunctionalInterface
  public interface Starter {
    /**
     * Starts the run of a tick, or finds the one that was started for it.
     *
     * @throws RefusedException when there can be none
     */
    UUID start(ScheduleSpec schedule, Instant tick);
  }

  /** A tick cannot be started, and trying again would not help. */
  public static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public RefusedException(String why, Throwable cause) {
      super(why, cause);
    }
  }

  /** What became of a tick. */
  public enum Outcome {
    STARTED,
    REFUSED,
    /** The run before has not ended. */
    SKIPPED,
    /** It waits until the run before has ended. */
    QUEUED,
    /** It is too long ago. */
    MISSED
  }

  /** A tick that was decided. */
  public record Decided(String schedule, Instant tick, Outcome outcome, @Nullable String error) {}

  public Ticks(Schedules schedules, Starter starter) {
    this.schedules = schedules;
    this.starter = starter;
  }

  /** Decides about one tick that is due; empty when there is none. */
  public Optional<Decided> next() {
    return schedules
        .database()
        .engine()
        .inTransaction(handle -> {
          Instant now = schedules.now(handle);
          return handle
              .createQuery(Sql.named("schedule/due"))
              .bind("now", Timestamp.from(now))
              .map((row, _) -> new Due(Scheduled.read(row), row.getBoolean("running")))
              .findOne()
              .map(due -> decide(handle, due.schedule(), due.running(), now));
        });
  }

  /**
   * @param running whether the run before has not ended
   */
  private record Due(Scheduled schedule, boolean running) {}

  private Decided decide(Handle handle, Scheduled schedule, boolean running, Instant now) {
    ScheduleSpec spec = schedule.spec();
    Instant tick = Objects.requireNonNull(schedule.nextTick());
    boolean late =
        spec.start(tick).plus(spec.catchUp()).plus(GRACE).isBefore(now) && !schedule.queued();
    if (running && spec.overlap() == Overlap.QUEUE) {
      handle
          .createUpdate(Sql.named("schedule/wait"))
          .bind("name", spec.name())
          .bind("look_at", Timestamp.from(now.plus(LOOK_AGAIN)))
          .execute();
      return new Decided(spec.name(), tick, Outcome.QUEUED, null);
    }
    if (late) {
      Instant first = now.minus(spec.catchUp());
      go(handle, schedule, first.isAfter(tick) ? first : tick);
      return new Decided(spec.name(), tick, Outcome.MISSED, null);
    }
    if (running && spec.overlap() == Overlap.SKIP) {
      go(handle, schedule, tick);
      return new Decided(spec.name(), tick, Outcome.SKIPPED, null);
    }
    return start(handle, schedule, tick);
  }

  private Decided start(Handle handle, Scheduled schedule, Instant tick) {
    String name = schedule.spec().name();
    UUID batch = null;
    String error = null;
    try {
      batch = starter.start(schedule.spec(), tick);
    } catch (RefusedException e) {
      error = e.getMessage();
    }
    handle
        .createUpdate(Sql.named("schedule/started"))
        .bind("name", name)
        .bind("tick", Timestamp.from(tick))
        .bind("batch", batch)
        .bind("error", error)
        .execute();
    go(handle, schedule, tick);
    return new Decided(name, tick, error == null ? Outcome.STARTED : Outcome.REFUSED, error);
  }

  /** Goes on with the first tick after a moment. */
  private static void go(Handle handle, Scheduled schedule, Instant moment) {
    var statement =
        handle.createUpdate(Sql.named("schedule/go")).bind("name", schedule.spec().name());
    Schedules.next(statement, schedule.spec(), schedule.cadence().after(moment)).execute();
  }
}
