package dev.edgewise.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The database's time as its responses tell it. */
class DatabaseClockTest {
  private static final Instant THERE = Instant.parse("2001-02-03T04:05:06Z");
  private static final Duration SLOW = Duration.ofMillis(900);

  private final ManualClock here = new ManualClock();
  private final long began = here.nanoTime();
  private final DatabaseClock clock = new DatabaseClock(here);

  /** The database's time, which runs with this machine's clock from {@link #THERE} on. */
  private Instant there() {
    return THERE.plusNanos(here.nanoTime() - began);
  }

  /** An exchange in which the database's time is taken after one part and before the other. */
  private Instant exchange(Duration before, Duration after) {
    return Objects.requireNonNull(
        clock.observe(() -> {
          here.advance(before);
          Instant time = there();
          here.advance(after);
          return time;
        }));
  }

  @Test
  void theTimeIsUnknownBeforeAResponseContainedIt() {
    assertThat(clock.now()).isNull();
    assertThat(clock.observe(() -> null)).isNull();
    assertThat(clock.now()).isNull();
  }

  @Test
  void theTimeGoesOnWithTheClockOfThisMachine() {
    exchange(Duration.ZERO, Duration.ZERO);
    here.advance(Duration.ofSeconds(3));

    assertThat(clock.now()).isEqualTo(THERE.plusSeconds(3));
  }

  @Test
  void aSlowResponseMakesNothingLater() {
    exchange(Duration.ZERO, Duration.ZERO);

    assertThat(exchange(SLOW, Duration.ZERO)).isEqualTo(there());
  }

  @Test
  void aQuickResponseCorrectsASlowOne() {
    assertThat(exchange(SLOW, Duration.ZERO)).isEqualTo(there().plus(SLOW));
    here.advance(SLOW);
    exchange(Duration.ZERO, Duration.ZERO);
    here.advance(SLOW);

    assertThat(clock.now()).isEqualTo(there());
  }

  @Test
  void aCorrectionDoesNotGiveATimeThatWasOver() {
    Instant ahead = exchange(SLOW, Duration.ZERO);

    assertThat(exchange(Duration.ZERO, Duration.ZERO)).isEqualTo(ahead.plusNanos(1_000));
    assertThat(clock.now()).isEqualTo(ahead.plusNanos(2_000));
  }

  @Test
  void aResponseThatTookLongerThanTheBoundCountsOnlyForItsCaller() {
    Instant told = exchange(DatabaseClock.MAX_AHEAD.plusNanos(1), Duration.ofMillis(5));

    assertThat(told).isEqualTo(there().minusMillis(5).minusNanos(1));
    assertThat(clock.now()).isNull();
  }

  @Test
  void aResponseCountsForTenSecondsAtMost() {
    exchange(Duration.ZERO, Duration.ZERO);
    here.advance(Duration.ofMillis(9_999));
    assertThat(clock.now()).isEqualTo(THERE.plusMillis(9_999));
    here.advance(Duration.ofSeconds(5));

    assertThat(clock.now()).isNull();
  }

  @Test
  void theTimeIsNotBehindAResponseAfterThisMachineSlept() {
    exchange(Duration.ZERO, Duration.ZERO);
    Instant afterSleep = THERE.plus(Duration.ofHours(1));

    assertThat(clock.observe(() -> afterSleep)).isEqualTo(afterSleep);
    here.advance(Duration.ofSeconds(1));
    assertThat(clock.now()).isEqualTo(afterSleep.plusSeconds(1));
  }

  @Test
  void theTimeFollowsADatabaseWhoseClockIsSetBack() {
    exchange(Duration.ZERO, Duration.ZERO);
    Instant setBack = THERE.minus(Duration.ofHours(1));

    assertThat(clock.observe(() -> setBack)).isEqualTo(setBack);
  }

  /** Exchanges of every speed in any order, and pauses anywhere. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void noTimeIsBehindTheDatabaseOrFurtherAheadThanStated(long seed) {
    Random random = new Random(seed);
    Instant last = Instant.EPOCH;
    int known = 0;
    for (int i = 0; i < 20_000; i++) {
      here.advance(some(random));
      if (random.nextInt(4) == 0) {
        exchange(some(random), some(random));
      }
      Instant now = clock.now();
      if (now != null) {
        known++;
        // A time has microseconds, and the next one is another.
        assertThat(now)
            .isAfter(last)
            .isBetween(there().minusNanos(1_000), there().plus(DatabaseClock.MAX_AHEAD));
        last = now;
      }
    }
    assertThat(known).isGreaterThan(10_000);
  }

  /** From nothing to two seconds, mostly short. */
  private static Duration some(Random random) {
    return Duration.ofNanos((long) (2e9 * Math.pow(random.nextDouble(), 8)));
  }
}
