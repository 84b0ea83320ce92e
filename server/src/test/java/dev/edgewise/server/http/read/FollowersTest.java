package dev.edgewise.server.http.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.StopSignal;
import dev.edgewise.server.life.OverloadedException;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.read.Ledger;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FollowersTest {

  @Test
  void aFollowerThatGetsNoTurnToReadIsRefused() throws Exception {
    var reading = new CountDownLatch(Limits.FOLLOWERS_READING_MAX);
    var released = new CountDownLatch(1);
    try (TestDatabase database = TestDatabase.open()) {
      var followers =
          new Followers<UUID>(
              new SettledLedger(new Ledger(database.database()))::newest,
              new Signals(),
              new StopSignal(),
              Duration.ofMillis(50));
      List<Thread> others = new ArrayList<>();
      for (int i = 0; i < Limits.FOLLOWERS_READING_MAX; i++) {
        others.add(Thread.startVirtualThread(() -> read(followers, reading, released)));
      }
      reading.await();

      assertThatThrownBy(() -> followers.read(() -> "read"))
          .isInstanceOf(OverloadedException.class);

      released.countDown();
      for (Thread other : others) {
        other.join();
      }
      assertThat(followers.<String>read(() -> "read")).isEqualTo("read");
    }
  }

  private static void read(
      Followers<UUID> followers, CountDownLatch reading, CountDownLatch released) {
    try {
      followers.<String>read(() -> {
        reading.countDown();
        released.await();
        return "released";
      });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
