package dev.edgewise.server.http.read;

import dev.edgewise.api.Task;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.store.read.BatchRow;
import dev.edgewise.server.store.read.Batches;
import dev.edgewise.server.store.read.Runs;
import dev.edgewise.server.store.read.Tasks;
import java.util.UUID;

/** Reads the tasks of a batch for the answer to its submission. */
public final class BatchTasks {
  private final Batches batches;
  private final Tasks tasks;

  public BatchTasks(Database database) {
    this.batches = new Batches(database);
    this.tasks = new Tasks(database);
  }

  /**
   * The tasks that the request created, in its order. They are read from the database while the
   * answer is written.
   */
  public Iterable<Task> of(UUID batchId) {
    int last = batches.find(batchId).map(BatchRow::lastNo).orElse(0);
    return () ->
        Runs.stream(last, (after, to) -> tasks.details(batchId, after, to, false))
            .map(TaskViews::task)
            .iterator();
  }
}
