package dev.edgewise.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The database's time, learned from its answers. */
class DatabaseClockTest {
  private static final Instant THERE = Instant.parse("2001-02-03T04:05:06Z");

  private final ManualClock here = new ManualClock();
  private final DatabaseClock clock = new DatabaseClock(here);

  @Test
  void theTimeIsUnknownBeforeTheFirstAnswer() {
    assertThat(clock.now()).isNull();
  }

  @Test
  void afterAnAnswerTheTimeAdvancesWithTheLocalClock() {
    clock.correct(THERE, clock.nanoTime());
    here.advance(Duration.ofSeconds(3));

    assertThat(clock.now()).isEqualTo(THERE.plusSeconds(3));
  }

  @Test
  void aSlowAnswerDoesNotSetTheTimeForward() {
    clock.correct(THERE, clock.nanoTime());
    clock.correct(THERE.plusSeconds(60), clock.nanoTime());

    assertThat(clock.now()).isEqualTo(THERE);
  }

  @Test
  void aFasterAnswerCorrectsASlowOne() {
    clock.correct(THERE.plusSeconds(60), clock.nanoTime());
    clock.correct(THERE, clock.nanoTime());

    assertThat(clock.now()).isEqualTo(THERE);
  }

  @Test
  void anAnswerCountsForLessThanFifteenSeconds() {
    clock.correct(THERE, clock.nanoTime());
    here.advance(Duration.ofMillis(9_999));
    assertThat(clock.now()).isEqualTo(THERE.plusMillis(9_999));
    here.advance(Duration.ofSeconds(5));

    assertThat(clock.now()).isNull();
  }
}
