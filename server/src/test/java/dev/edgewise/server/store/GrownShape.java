package dev.edgewise.server.store;

import static dev.edgewise.server.testing.TestTask.task;

import dev.edgewise.core.graph.Growth;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.commit.Growths;
import dev.edgewise.server.commit.Submissions;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** A batch that grows while it runs. */
final class GrownShape {

  private GrownShape() {}

  /** Adds tasks, half of them below a task that has ended. */
  static void grow(Database database, TestStore store, UUID batch, int size) {
    TestTask[] added =
        IntStream.range(0, size)
            .mapToObj(i ->
                i % 2 == 0
                    ? task("added " + i)
                    : task("added " + i).on(Condition.ALWAYS, new TaskKey(batch, 1).publicId()))
            .toArray(TestTask[]::new);
    var growths =
        new Growths(
            database,
            store.committer,
            () -> Duration.ZERO,
            Submissions.Quota.UNLIMITED,
            Integer.MAX_VALUE);
    var growth = new Growth(TestStore.spec(null, null, added).tasks(), List.of());
    growths.grow(TestStore.CALLER, batch, growth, null);
  }
}
