package dev.edgewise.server.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.life.OverloadedException;
import dev.edgewise.server.store.update.TaskUpdates;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CounterBufferTest {
  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database());
  private final AtomicLong dropped = new AtomicLong();

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  @Test
  void additionsToTooManyTasksAreRefusedAndNoneThatWasAcceptedIsLost() {
    TaskKey task = new TaskKey(store.submit(null, TestTask.task("a")), 1);
    UUID unknown = UUID.randomUUID();
    var updates = new TaskUpdates(database.database(), () -> Duration.ZERO);
    try (CounterBuffer counters = new CounterBuffer(updates, dropped::addAndGet)) {
      database
          .database()
          .reader()
          .useTransaction(handle -> {
            handle.execute("select from task_state for update");
            counters.add(task, 1, 0);
            await().until(() -> database.blocked() == 1);

            counters.add(task, 1, 0);
            for (int no = 1; no < Limits.COUNTERS_MAX_TASKS; no++) {
              counters.add(new TaskKey(unknown, no), 1, 1);
            }
            assertThatThrownBy(() -> counters.add(new TaskKey(UUID.randomUUID(), 1), 1, 0))
                .isInstanceOf(OverloadedException.class);
            counters.add(task, 1, 0);
          });
    }
    assertThat(database.text("select success::text from task_state")).isEqualTo("3");
    assertThat(dropped).hasValue(Limits.COUNTERS_MAX_TASKS - 1);
  }
}
