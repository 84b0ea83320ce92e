package dev.edgewise.server.store.graph;

import dev.edgewise.core.decision.Command;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** The outside events among some commands that the ledgers of their batches have already. */
public final class SeenEvents {
  private final Set<Seen> all;

  private record Seen(UUID batchId, String id) {}

  private SeenEvents(Set<Seen> all) {
    this.all = all;
  }

  /** Looks for the events that these commands stand for; without one, nothing is read. */
  public static SeenEvents of(Handle handle, List<Command> commands) {
    var columns = new Columns();
    var batches = columns.uuids("batches");
    var ids = columns.texts("ids");
    for (Command command : commands) {
      if (command instanceof Command.Reported(var id, var reported)) {
        batches.add(reported.task().batchId());
        ids.add(id);
      }
    }
    Set<Seen> seen = new HashSet<>();
    if (ids.size() > 0) {
      columns
          .bindTo(handle.createQuery(Sql.named("event/seen")))
          .map((row, _) -> {
            if (row.getBoolean(3)) {
              seen.add(new Seen(row.getObject(1, UUID.class), row.getString(2)));
            }
            return true;
          })
          .list();
    }
    return new SeenEvents(seen);
  }

  /** Whether the ledger of a batch has an entry that the event caused. */
  public boolean contains(UUID batchId, String eventId) {
    return all.contains(new Seen(batchId, eventId));
  }
}
