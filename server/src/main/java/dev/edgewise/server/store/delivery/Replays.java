package dev.edgewise.server.store.delivery;

import dev.edgewise.core.state.Trigger;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.signal.Signals;
import java.sql.Timestamp;
import java.util.Set;

/** Owes deliveries again that were given up or made. */
public final class Replays {
  private final Database database;
  private final Signals signals;

  /** What became of a wish. */
  public enum Replay {
    /** The call will be made again, from the first delivery on. */
    OWED,
    /** There is no such delivery. */
    UNKNOWN,
    /** Only a rerun of the task starts it again. */
    START
  }

  public Replays(Database database, Signals signals) {
    this.database = database;
    this.signals = signals;
  }

  /** Owes the delivery of a key in a workspace again. */
  public Replay replay(Workspace workspace, String key) {
    Replay replay =
        database
            .engine()
            .inTransaction(handle ->
                handle
                    .createQuery(Sql.named("webhook_execution/replay"))
                    .bind("workspace", workspace.number())
                    .bind("key", key)
                    .bind("now", Timestamp.from(DatabaseTime.now(handle)))
                    .map((row, _) ->
                        row.getString("trigger").equals(Trigger.START.word())
                            ? Replay.START
                            : row.getBoolean("owed") ? Replay.OWED : Replay.UNKNOWN)
                    .findOne()
                    .orElse(Replay.UNKNOWN));
    if (replay == Replay.OWED) {
      signals.committed(Set.of(), false, true, false);
    }
    return replay;
  }
}
