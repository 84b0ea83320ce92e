package dev.edgewise.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonValuesTest {

  @Test
  void timesAreWrittenLikeInstantToString() {
    for (String time :
        List.of(
            "1970-01-01T00:00:00Z",
            "1969-12-31T23:59:59.999999Z",
            "2026-11-16T09:00:30.100Z",
            "2026-11-16T09:00:30.000001Z",
            "2026-11-16T09:00:30.123456789Z",
            "2026-11-16T09:00:31Z",
            "-0044-03-15T11:00:00.5Z",
            "+12026-11-16T09:00:30Z")) {
      Instant instant = Instant.parse(time);

      assertThat(Wire.text(instant)).isEqualTo("\"" + instant + "\"");
    }
  }

  @Test
  void randomTimesAreWrittenLikeInstantToString() {
    Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      int unit = List.of(1, 1_000, 1_000_000).get(random.nextInt(3));
      Instant instant =
          Instant.ofEpochSecond(
              random.nextInt(3), (long) random.nextInt(1_000_000_000 / unit) * unit);

      assertThat(Wire.text(instant)).isEqualTo("\"" + instant + "\"");
    }
  }
}
