package dev.edgewise.server.store.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseSettings;
import dev.edgewise.server.database.Outage;
import dev.edgewise.server.testing.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Long answers while all connections for reads are in use. */
@Timeout(60)
class RunsTest {
  private static final int TASKS = 17_500;

  /** One of these is for reads. */
  private static final int CONNECTIONS = 5;

  private final TestDatabase test = TestDatabase.open();
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final Database database = Database.open(oneReader(test.settings()));

  RunsTest() {
    database.observe(metrics);
  }

  private static DatabaseSettings oneReader(DatabaseSettings settings) {
    return new DatabaseSettings(
        settings.jdbcUrl(), settings.user(), settings.password(), CONNECTIONS, settings.patience());
  }

  @AfterEach
  void close() {
    database.close();
    test.close();
  }

  /** Numbers, each run of which takes a connection. */
  private List<Integer> between(int after, int last) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery("select generate_series(:after + 1, :last)")
                .bind("after", after)
                .bind("last", last)
                .mapTo(Integer.class)
                .list());
  }

  private void awaitRefusal() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() ->
            metrics
                    .get("hikaricp.connections.timeout")
                    .tag("pool", "edgewise-reader")
                    .counter()
                    .count()
                >= 1);
  }

  @Test
  void anAnswerThatHasBegunWaitsForAConnection() throws Exception {
    Iterator<Integer> numbers = Runs.stream(TASKS, this::between).iterator();
    assertThat(numbers.next()).isEqualTo(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Handle only = database.reader().open();
      var rest =
          threads.submit(() -> {
            int count = 1;
            for (; numbers.hasNext(); count++) {
              assertThat(numbers.next()).isEqualTo(count + 1);
            }
            return count;
          });
      awaitRefusal();
      assertThat(rest.isDone()).isFalse();
      only.close();

      assertThat(rest.get()).isEqualTo(TASKS);
    }
  }

  @Test
  void anAnswerThatHasNotBegunIsRefused() {
    try (Handle _ = database.reader().open()) {
      assertThatThrownBy(() -> Runs.stream(TASKS, this::between).iterator().next())
          .matches(Outage::caused);
    }
  }

  @Test
  void everyRunOfTheLaterPartOfAnAnswerWaitsForAConnection() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Handle only = database.reader().open();
      var all = threads.submit(() -> Runs.continued(TASKS, this::between).toList());
      awaitRefusal();
      only.close();

      assertThat(all.get()).isEqualTo(IntStream.rangeClosed(1, TASKS).boxed().toList());
    }
  }
}
