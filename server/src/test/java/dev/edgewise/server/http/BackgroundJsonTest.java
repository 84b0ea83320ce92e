package dev.edgewise.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackgroundJsonTest {
  private static final String LONG = "x".repeat(10_000);

  @Test
  void theAnswerEqualsTheTextOfTheValue() throws Exception {
    for (int size : new int[] {0, 1, 300_000}) {
      List<Integer> value = IntStream.range(0, size).boxed().toList();
      var sent = new ByteArrayOutputStream();

      BackgroundJson.of(value).writeTo(sent);

      assertThat(sent.toString(UTF_8)).as("%d numbers", size).isEqualTo(Wire.text(value));
    }
  }

  @Test
  void theAnswerIsWrittenAheadUpToABound() throws Exception {
    AtomicInteger written = new AtomicInteger();
    int all = 10_000;
    Iterable<String> value =
        () ->
            Stream.generate(() -> LONG).limit(all).peek(_ -> written.incrementAndGet()).iterator();

    try (BackgroundJson ahead = BackgroundJson.of(value)) {
      int room = 1_024 * 64 * 1024 / LONG.length();
      await().until(() -> written.get() >= room);
      assertThat(written.get()).isBetween(room, room + 20);

      var sent = new ByteArrayOutputStream();
      ahead.writeTo(sent);
      assertThat(written.get()).isEqualTo(all);
      assertThat(sent.toString(UTF_8)).isEqualTo(Wire.text(Collections.nCopies(all, LONG)));
    }
  }

  @Test
  void closingStopsTheWriting() {
    AtomicInteger written = new AtomicInteger();
    Iterable<String> endless =
        () -> Stream.generate(() -> LONG).peek(_ -> written.incrementAndGet()).iterator();

    BackgroundJson ahead = BackgroundJson.of(endless);
    await().until(() -> written.get() > 0);
    ahead.close();

    await().until(() -> !ahead.isWriting());
  }

  @Test
  void anErrorBreaksTheAnswerOff() {
    Iterable<String> failing =
        () -> {
          throw new StackOverflowError("of a test");
        };

    assertThatThrownBy(() -> BackgroundJson.of(failing).writeTo(new ByteArrayOutputStream()))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseInstanceOf(StackOverflowError.class);
  }

  @Test
  void aFailureBreaksTheAnswerOff() {
    Iterable<String> failing =
        () ->
            Stream.of(1, 2)
                .map(n -> {
                  if (n == 2) {
                    throw new IllegalArgumentException("no second");
                  }
                  return "first";
                })
                .iterator();

    var sent = new ByteArrayOutputStream();
    assertThatThrownBy(() -> BackgroundJson.of(failing).writeTo(sent))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("no second");
  }
}
