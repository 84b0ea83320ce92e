package dev.edgewise.server.store.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The moments at which a schedule ticks. */
public sealed interface Cadence permits Cadence.Every, Cron {

  /** The first tick after a moment; empty when there is none. */
  Optional<Instant> after(Instant moment);

  /** A tick each time that the interval has passed. */
  record Every(Duration interval, Instant anchor) implements Cadence {
    @Override
    public Optional<Instant> after(Instant moment) {
      long millis = interval.toMillis();
      long passed = Math.floorDiv(Duration.between(anchor, moment).toMillis(), millis);
      Instant next = anchor.plusMillis((passed + 1) * millis);
      return Optional.of(next.isAfter(moment) ? next : next.plusMillis(millis));
    }
  }
}
