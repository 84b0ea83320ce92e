package dev.edgewise.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.access.KeyIssue;
import dev.edgewise.server.access.KeyText;
import dev.edgewise.server.access.NewKey;
import dev.edgewise.server.store.access.Keys;
import dev.edgewise.server.testing.ServerProcess;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two servers under load, of whose keys one is revoked. */
@Timeout(180)
class RevokedKeyTest {
  private static final Caller TEST = new Caller(Workspace.DEFAULT, "test");
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** An answer that nobody should get. */
  private record Failure(int status, String body) {}

  @Test
  void aRevokedKeyEndsOnBothServersWithinFiveSecondsAndNoOtherRequestFails() throws Exception {
    try (var database = TestDatabase.open()) {
      var keys = new Keys(database.database());
      KeyText revoked = key(keys);
      List<KeyText> others = List.of(key(keys), key(keys), key(keys), key(keys));
      try (var one = ServerProcess.start(database.jdbcUrl(), Map.of("AUTH", "keys"));
          var two = ServerProcess.start(database.jdbcUrl(), Map.of("AUTH", "keys"))) {
        AtomicBoolean running = new AtomicBoolean(true);
        AtomicLong served = new AtomicLong();
        Queue<Failure> failures = new ConcurrentLinkedQueue<>();
        CountDownLatch warm = new CountDownLatch(400);
        List<Thread> load = new ArrayList<>();
        for (ServerProcess server : List.of(one, two)) {
          for (KeyText key : others) {
            load.add(
                Thread.ofVirtual()
                    .start(() -> {
                      while (running.get()) {
                        var answer = server.send("POST", "/task", batch(), key.text());
                        if (answer.statusCode() != 201) {
                          failures.add(new Failure(answer.statusCode(), answer.body()));
                        }
                        served.incrementAndGet();
                        warm.countDown();
                      }
                    }));
          }
        }
        warm.await();
        assertThat(status(one, revoked)).isEqualTo(201);
        assertThat(status(two, revoked)).isEqualTo(201);
        long before = served.get();
        long begun = System.nanoTime();
        assertThat(keys.revoke(TEST, revoked.id())).isPresent();
        for (ServerProcess server : List.of(one, two)) {
          await()
              .pollInterval(Duration.ofMillis(50))
              .atMost(LIMIT)
              .until(() -> status(server, revoked) == 401);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(LIMIT);
        await().until(() -> served.get() > before + 100);
        running.set(false);
        for (Thread thread : load) {
          thread.join();
        }
        assertThat(failures).isEmpty();
        assertThat(one.output() + two.output())
            .as("no secret in a log")
            .doesNotContain(revoked.secret(), others.getFirst().secret());
      }
    }
  }

  private static KeyText key(Keys keys) {
    return new KeyIssue(keys)
        .create(TEST, new NewKey("load", Set.of(Scope.SUBMIT), null, null))
        .orElseThrow()
        .text();
  }

  private static int status(ServerProcess server, KeyText key) {
    return server.send("POST", "/task", batch(), key.text()).statusCode();
  }

  private static String batch() {
    return "[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"k\",\"let\":\"1\"}]";
  }
}
