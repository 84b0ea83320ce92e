package dev.edgewise.server.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.config.Limits;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PulseTest {
  private static final long LIMIT = TimeUnit.SECONDS.toNanos(Limits.WORK_STUCK_AFTER_SECS);

  private final Pulse pulse = new Pulse("worker");
  private final CountDownLatch ending = new CountDownLatch(1);

  private Thread start() {
    return pulse.start(
        Thread.ofVirtual()
            .unstarted(() -> {
              try {
                ending.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            }));
  }

  @Test
  void aThreadThatWasNeverStartedOrHasEndedHasNoPulse() throws Exception {
    assertThat(pulse.beats(System.nanoTime())).isFalse();

    Thread thread = start();
    assertThat(pulse.beats(System.nanoTime())).isTrue();

    ending.countDown();
    thread.join();
    assertThat(pulse.beats(System.nanoTime())).isFalse();
  }

  @Test
  void anIdleThreadHasAPulseAndOneStuckInItsWorkHasNone() {
    start();
    assertThat(pulse.beats(System.nanoTime() + 100 * LIMIT)).as("idle").isTrue();

    long before = System.nanoTime();
    pulse.begin();
    long after = System.nanoTime();
    assertThat(pulse.beats(before + LIMIT)).as("a long piece of work").isTrue();
    assertThat(pulse.beats(after + LIMIT + 1)).as("one that does not end").isFalse();

    pulse.end();
    assertThat(pulse.beats(after + LIMIT + 1)).as("it has ended").isTrue();
    ending.countDown();
  }
}
