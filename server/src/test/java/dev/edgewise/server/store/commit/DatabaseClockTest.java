package dev.edgewise.server.store.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** The database's time, as answers have told it. */
class DatabaseClockTest {
  private static final Instant THERE = Instant.parse("2001-02-03T04:05:06Z");

  private final DatabaseClock clock = new DatabaseClock();

  @Test
  void nobodyKnowsTheTimeBeforeItWasTold() {
    assertThat(clock.now()).isNull();
  }

  @Test
  void theTimeGoesOn() {
    clock.told(THERE, System.nanoTime() - Duration.ofSeconds(3).toNanos());

    assertThat(clock.now())
        .isCloseTo(THERE.plusSeconds(3), within(500, ChronoUnit.MILLIS))
        .isAfterOrEqualTo(THERE.plusSeconds(3).minusMillis(1));
  }

  @Test
  void anAnswerThatTookLongSpoilsNothing() {
    long sent = System.nanoTime();
    clock.told(THERE, sent);
    clock.told(THERE.plusSeconds(60), sent);

    assertThat(clock.now()).isBefore(THERE.plusSeconds(30));
  }

  @Test
  void aQuickerAnswerIsCloser() {
    long sent = System.nanoTime();
    clock.told(THERE.plusSeconds(60), sent);
    clock.told(THERE, sent);

    assertThat(clock.now()).isBefore(THERE.plusSeconds(30));
  }

  @Test
  void whatWasToldLongAgoIsNotTrusted() {
    clock.told(THERE, System.nanoTime() - Duration.ofMinutes(1).toNanos());

    assertThat(clock.now()).isNull();
  }
}
