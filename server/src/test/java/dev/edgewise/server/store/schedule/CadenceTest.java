package dev.edgewise.server.store.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CadenceTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final ZoneId UTC = ZoneId.of("UTC");

  private static List<String> ticks(Cadence cadence, String after, int count) {
    List<String> ticks = new ArrayList<>();
    Instant moment = Instant.parse(after);
    for (int i = 0; i < count; i++) {
      moment = cadence.after(moment).orElseThrow();
      ticks.add(moment.toString());
    }
    return ticks;
  }

  @Test
  void fiveFieldsAreMinutesAndSixBeginWithSeconds() {
    assertThat(ticks(Cron.of("*/20 9 * * MON-FRI", UTC), "2026-01-02T09:30:00Z", 3))
        .containsExactly("2026-01-02T09:40:00Z", "2026-01-05T09:00:00Z", "2026-01-05T09:20:00Z");
    assertThat(ticks(Cron.of("30 0 12 * * *", UTC), "2026-01-02T12:00:29.5Z", 2))
        .containsExactly("2026-01-02T12:00:30Z", "2026-01-03T12:00:30Z");
    assertThat(ticks(Cron.of("0 0 29 2 *", UTC), "2026-01-01T00:00:00Z", 1))
        .containsExactly("2028-02-29T00:00:00Z");
  }

  @Test
  void aTickIsAfterTheMomentNotAtIt() {
    assertThat(ticks(Cron.of("0 * * * *", UTC), "2026-01-01T10:00:00Z", 1))
        .containsExactly("2026-01-01T11:00:00Z");
    assertThat(ticks(Cron.of("0 * * * *", UTC), "2026-01-01T09:59:59.999999Z", 1))
        .containsExactly("2026-01-01T10:00:00Z");
  }

  @Test
  void anExpressionOfAllSecondsTicksOnWholeSeconds() {
    assertThat(ticks(Cron.of("* * * * * *", UTC), "2026-01-01T10:00:00.75Z", 2))
        .containsExactly("2026-01-01T10:00:01Z", "2026-01-01T10:00:02Z");
    assertThat(ticks(Cron.of("*/2 * * * * *", BERLIN), "2026-01-01T10:00:58.000001Z", 2))
        .containsExactly("2026-01-01T10:01:00Z", "2026-01-01T10:01:02Z");
    assertThat(ticks(Cron.of("* * * * *", UTC), "2026-01-01T10:00:59.999999Z", 2))
        .containsExactly("2026-01-01T10:01:00Z", "2026-01-01T10:02:00Z");
  }

  @Test
  void skippedTimesTickOnceAtTheEndOfTheGap() {
    // In the night to 29 March 2026 the clock goes from 2 to 3.
    assertThat(ticks(Cron.of("30 2 * * *", BERLIN), "2026-03-28T12:00:00Z", 2))
        .containsExactly("2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
    assertThat(ticks(Cron.of("*/20 2,3 * * *", BERLIN), "2026-03-28T12:00:00Z", 3))
        .containsExactly("2026-03-29T01:00:00Z", "2026-03-29T01:20:00Z", "2026-03-29T01:40:00Z");
  }

  @Test
  void repeatedTimesTickOnce() {
    // In the night to 25 October 2026 the clock goes from 3 back to 2.
    assertThat(ticks(Cron.of("30 2 * * *", BERLIN), "2026-10-24T12:00:00Z", 2))
        .containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
    assertThat(ticks(Cron.of("30 * * * *", BERLIN), "2026-10-25T00:29:00Z", 2))
        .containsExactly("2026-10-25T00:30:00Z", "2026-10-25T02:30:00Z");
    assertThat(ticks(Cron.of("30 * * * *", BERLIN), "2026-10-25T01:10:00Z", 1))
        .as("within the hour that is shown again")
        .containsExactly("2026-10-25T02:30:00Z");
  }

  @Test
  void intervalsCountFromTheirAnchor() {
    Cadence every =
        new Cadence.Every(Duration.ofMinutes(7), Instant.parse("2026-01-01T00:00:00.5Z"));

    assertThat(ticks(every, "2026-01-01T00:07:00.5Z", 2))
        .containsExactly("2026-01-01T00:14:00.500Z", "2026-01-01T00:21:00.500Z");
    assertThat(ticks(every, "2025-12-31T23:59:00Z", 1)).containsExactly("2026-01-01T00:00:00.500Z");
    assertThat(ticks(every, "2026-01-01T00:07:00.4999999Z", 1))
        .containsExactly("2026-01-01T00:07:00.500Z");
  }

  @Test
  void anInvalidExpressionIsRefusedAndOneThatNeverMatchesHasNoTick() {
    for (String wrong : List.of("", "* * * *", "61 * * * *", "* * * * * * *", "a b c d e")) {
      assertThatThrownBy(() -> Cron.of(wrong, UTC))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(Cron.of("0 0 30 2 *", UTC).after(Instant.parse("2026-01-01T00:00:00Z"))).isEmpty();
  }
}
