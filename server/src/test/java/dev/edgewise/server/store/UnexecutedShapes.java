package dev.edgewise.server.store;

import static dev.edgewise.server.testing.TestTask.task;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.store.time.DueWork;
import dev.edgewise.server.store.wait.SentSignals;
import dev.edgewise.server.testing.ScriptedInline;
import dev.edgewise.server.testing.TestFlow;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** Batches whose tasks wait or call, and what happens to them as a whole. */
final class UnexecutedShapes {
  private final Database database;
  private final TestStore store;
  private final List<UUID> waits;
  private final UUID calls;

  UnexecutedShapes(Database database, TestStore store, int size) {
    this.database = database;
    this.store = store;
    waits = List.of(waits("waits", size), waits("keyed", size));
    calls =
        store.submit(
            "calls", task("0").flow(TestFlow.calling("" + size, 2)).deadline(Duration.ofHours(1)));
  }

  private UUID waits(String name, int size) {
    return store.submit(
        name,
        IntStream.range(0, size)
            .mapToObj(i -> task("" + i).flow(TestFlow.waiting()).deadline(Duration.ofHours(1)))
            .toArray(TestTask[]::new));
  }

  /** Pauses all, resumes all, and ends all. */
  void progress() {
    for (UUID batch : List.of(waits.getFirst(), calls)) {
      store.committer.apply(new Command.PauseBatch(new TaskKey(batch, 0)));
      store.committer.apply(new Command.ResumeBatch(new TaskKey(batch, 0)));
    }
    var sent = new SentSignals(database, store.signals, Duration.ofHours(1), () -> Duration.ZERO);
    var name = ScriptedInline.SIGNAL;
    sent.toBatch(TestStore.CALLER, waits.getFirst(), new SentSignals.Signal(name, null, "1", null));
    sent.toWorkspace(TestStore.CALLER, new SentSignals.Signal(name, name, "1", null));
    var due = new DueWork(database, () -> Duration.ZERO);
    List<Command> ends;
    do {
      ends = due.waits();
      store.committer.applyWhenRoom(ends);
    } while (!ends.isEmpty());
    store.committer.apply(new Command.BatchDeadline(new TaskKey(calls, 0)));
  }
}
