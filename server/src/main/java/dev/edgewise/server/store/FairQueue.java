package dev.edgewise.server.store;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Sql;
import java.sql.Timestamp;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** Ready tasks that enter the queue by the shares of their keys. */
public final class FairQueue {
  private final Columns columns = new Columns();
  private final Columns.Keys named = columns.keys("queue");
  private final Columns.Column lanes = columns.texts("queue_lanes");

  public FairQueue() {
    // None is parked, and none comes before all others.
    columns.texts("queue_parked");
    columns.booleans("queue_first");
  }

  public void add(TaskKey task, String lane) {
    named.add(task);
    lanes.add(lane);
  }

  /** Queues the tasks in the order in which they were added. */
  public void enter(Handle handle, Instant now) {
    if (named.size() > 0) {
      columns
          .bindTo(handle.createUpdate(Sql.named("fairness/enter")))
          .bind("now", Timestamp.from(now))
          .execute();
    }
  }
}
