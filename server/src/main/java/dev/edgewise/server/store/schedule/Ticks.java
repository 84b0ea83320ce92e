package dev.edgewise.server.store.schedule;

import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.schedule.TickLog.Cause;
import dev.edgewise.server.store.schedule.TickLog.Decision;
import dev.edgewise.server.store.schedule.TickLog.State;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Decides about ticks that are due, each once. */
public final class Ticks {
  /** A server that was busy for this long still starts a tick that is not caught up. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** How often a queued tick looks whether the run before it has ended. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  /**
   * A server that has not recorded by then how the start went is taken for dead. The server that
   * tries again finds the run if it was started.
   */
  private static final Duration START_TIME = Duration.ofSeconds(30);

  private static final String SKIPPED_WHY = "The previous run had not ended";
  private static final String MISSED_WHY = "No server could start it within catch_up";

  /** Ticks that the log keeps of those that were missed at once; the first ones. */
  private static final int MISSED_MAX_RECORDED = 1_000;

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
    UUID start(ScheduleSpec schedule, Run run);
  }

  /**
   * The run of a tick.
   *
   * @param key two runs of a schedule with the same key are one
   * @param actor who starts it
   */
  public record Run(Instant tick, String key, String actor) {
    /** The run of a tick that starts once, whoever asks for it. */
    static Run of(String schedule, Instant tick) {
      return new Run(tick, tick.toString(), "schedule:" + schedule);
    }

    /** A further run of a tick, which a backfill asks for. */
    static Run again(String schedule, Instant tick, UUID backfill) {
      return new Run(tick, tick + "\nagain\n" + backfill, "schedule:" + schedule);
    }

    /**
     * A run that somebody asked for.
     *
     * @param request the same for the same request
     */
    public static Run triggered(Instant tick, String request, String actor) {
      return new Run(tick, "trigger\n" + request, actor);
    }
  }

  /** A tick cannot be started, and trying again would not help. */
  public static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean passing;

    /**
     * @param passing whether trying again later may help
     */
    public RefusedException(String why, boolean passing, Throwable cause) {
      super(why, cause);
      this.passing = passing;
    }

    /** Whether trying again later may help. */
    public boolean isPassing() {
      return passing;
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
    return schedules.database().engine().inTransaction(this::look).map(this::follow);
  }

  /** A schedule whose tick is due, and what is to become of that. */
  private record Due(Scheduled schedule, Instant tick, Outcome outcome) {
    Decided decided(@Nullable String error) {
      Outcome become = error == null ? outcome : Outcome.REFUSED;
      return new Decided(schedule.spec().name(), tick, become, error);
    }
  }

  private Optional<Due> look(Handle handle) {
    Instant now = schedules.now(handle);
    Optional<Due> found =
        handle
            .createQuery(Sql.named("schedule/due"))
            .bind("now", Timestamp.from(now))
            .map((row, _) -> judge(Scheduled.read(row), row.getBoolean("running"), now))
            .findOne();
    found.ifPresent(due -> {
      Scheduled schedule = due.schedule();
      switch (due.outcome()) {
        case STARTED -> wait(handle, due, now.plus(START_TIME));
        case QUEUED -> wait(handle, due, now.plus(LOOK_AGAIN));
        case MISSED -> {
          Instant first = now.minus(schedule.spec().catchUp());
          Instant last = first.isAfter(due.tick()) ? first : due.tick();
          skip(handle, due, missed(schedule.cadence(), due.tick(), last), MISSED_WHY, now);
          go(handle, due, last);
        }
        case SKIPPED -> {
          skip(handle, due, List.of(due.tick()), SKIPPED_WHY, now);
          go(handle, due, due.tick());
        }
        case REFUSED -> go(handle, due, due.tick());
      }
    });
    return found;
  }

  private static void skip(
      Handle handle, Due due, List<Instant> ticks, String reason, Instant now) {
    TickLog.record(
        handle,
        due.schedule().spec(),
        ticks,
        new Decision(Cause.SCHEDULE, State.SKIPPED, null, reason),
        now);
  }

  /** The ticks from one to a moment, as far as the log keeps them. */
  private static List<Instant> missed(Cadence cadence, Instant first, Instant last) {
    List<Instant> ticks = new ArrayList<>();
    Optional<Instant> tick = Optional.of(first);
    while (tick.isPresent() && !tick.get().isAfter(last) && ticks.size() < MISSED_MAX_RECORDED) {
      ticks.add(tick.get());
      tick = cadence.after(tick.get());
    }
    return ticks;
  }

  /**
   * @param running whether the run before has not ended
   */
  private static Due judge(Scheduled schedule, boolean running, Instant now) {
    ScheduleSpec spec = schedule.spec();
    Instant tick = Objects.requireNonNull(schedule.nextTick());
    Instant latest = spec.start(tick).plus(spec.catchUp()).plus(GRACE);
    Outcome outcome;
    if (running && spec.overlap() == Overlap.QUEUE) {
      outcome = Outcome.QUEUED;
    } else if (latest.isBefore(now) && !schedule.queued()) {
      outcome = Outcome.MISSED;
    } else if (running && spec.overlap() == Overlap.SKIP) {
      outcome = Outcome.SKIPPED;
    } else {
      outcome = Outcome.STARTED;
    }
    return new Due(schedule, tick, outcome);
  }

  /** Starts what is to be started, with no lock held. */
  private Decided follow(Due due) {
    if (due.outcome() != Outcome.STARTED) {
      return due.decided(null);
    }
    UUID batch = null;
    String error = null;
    try {
      batch =
          starter.start(due.schedule().spec(), Run.of(due.schedule().spec().name(), due.tick()));
    } catch (RefusedException e) {
      error = e.getMessage();
    }
    end(due, batch, error);
    return due.decided(error);
  }

  private void end(Due due, @Nullable UUID batch, @Nullable String error) {
    schedules
        .database()
        .engine()
        .useTransaction(handle -> {
          handle
              .createUpdate(Sql.named("schedule/started"))
              .bind("workspace", due.schedule().spec().workspace().number())
              .bind("name", due.schedule().spec().name())
              .bind("tick", Timestamp.from(due.tick()))
              .bind("batch", batch)
              .bind("error", error)
              .execute();
          TickLog.record(
              handle,
              due.schedule().spec(),
              List.of(due.tick()),
              new Decision(
                  Cause.SCHEDULE, error == null ? State.STARTED : State.FAILED, batch, error),
              schedules.now(handle));
          go(handle, due, due.tick());
        });
  }

  /** Leaves the tick alone until a moment, on all servers. */
  private static void wait(Handle handle, Due due, Instant moment) {
    handle
        .createUpdate(Sql.named("schedule/wait"))
        .bind("workspace", due.schedule().spec().workspace().number())
        .bind("name", due.schedule().spec().name())
        .bind("queued", due.schedule().queued() || due.outcome() == Outcome.QUEUED)
        .bind("look_at", Timestamp.from(moment))
        .execute();
  }

  /** Goes on with the first tick after a moment, unless the schedule was changed meanwhile. */
  private static void go(Handle handle, Due due, Instant moment) {
    Scheduled schedule = due.schedule();
    var statement =
        handle
            .createUpdate(Sql.named("schedule/go"))
            .bind("workspace", schedule.spec().workspace().number())
            .bind("name", schedule.spec().name())
            .bind("tick", Timestamp.from(due.tick()));
    Schedules.next(statement, schedule.spec(), schedule.cadence().after(moment)).execute();
  }
}
