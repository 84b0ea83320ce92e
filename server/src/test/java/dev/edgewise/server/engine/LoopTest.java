package dev.edgewise.server.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LoopTest {
  private static final Duration SOON = Duration.ofMillis(1);

  @Test
  void aLoopDoesNothingBeforeItIsStarted() {
    AtomicInteger rounds = new AtomicInteger();
    try (Loop loop = counting(rounds)) {
      loop.wake();
      assertThat(loop.pulse().beats(System.nanoTime())).isFalse();
    }
    assertThat(rounds).hasValue(0);

    try (Loop loop = counting(rounds)) {
      loop.start();
      await().until(() -> rounds.get() > 0);
      assertThat(loop.pulse().beats(System.nanoTime())).isTrue();
    }
  }

  private static Loop counting(AtomicInteger rounds) {
    return new Loop(
        "counting",
        SOON,
        () -> {
          rounds.incrementAndGet();
          return SOON;
        });
  }

  @Test
  void aLoopThatFailsTriesAgain() {
    AtomicInteger rounds = new AtomicInteger();
    Loop failing =
        new Loop(
            "failing",
            SOON,
            () -> {
              rounds.incrementAndGet();
              throw new IllegalStateException("of a test");
            });
    try (failing) {
      failing.start();
      await().until(() -> rounds.get() > 3);
      assertThat(failing.pulse().beats(System.nanoTime())).isTrue();
    }
  }

  /** Work may know that nothing is due for thousands of years: a task may be for the year 9999. */
  @Test
  void aPauseOfAnyLengthIsCutToTheLongest() {
    AtomicInteger rounds = new AtomicInteger();
    Loop patient =
        new Loop(
            "patient",
            SOON,
            () -> {
              rounds.incrementAndGet();
              return Duration.ofSeconds(Long.MAX_VALUE);
            });
    try (patient) {
      patient.start();
      await().until(() -> rounds.get() > 3);
      assertThat(patient.pulse().beats(System.nanoTime())).isTrue();
    }
  }

  @Test
  void anErrorEndsTheLoopAndReachesTheUncaughtExceptionHandler() throws Exception {
    AtomicReference<Throwable> end = new AtomicReference<>();
    CountDownLatch ended = new CountDownLatch(1);
    var before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, failure) -> {
      end.set(failure);
      ended.countDown();
    });
    Loop loop =
        new Loop(
            "dying",
            SOON,
            () -> {
              throw new IllegalStateException(new OutOfMemoryError("of a test"));
            });
    try (loop) {
      loop.start();
      ended.await();
      assertThat(end.get()).isInstanceOf(OutOfMemoryError.class);
      await().dontCatchUncaughtExceptions().until(() -> !loop.pulse().beats(System.nanoTime()));
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }
}
