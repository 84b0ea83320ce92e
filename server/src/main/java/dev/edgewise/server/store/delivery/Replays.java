package dev.edgewise.server.store.delivery;

import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Trigger;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.audit.AuditAction;
import dev.edgewise.server.store.audit.AuditEntry;
import dev.edgewise.server.store.audit.AuditTrail;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
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
    /** Only a rerun of the task starts it again; the start of a wait is owed like other calls. */
    START
  }

  public Replays(Database database, Signals signals) {
    this.database = database;
    this.signals = signals;
  }

  /** Owes the delivery of a key in a workspace again. */
  public Replay replay(Caller caller, String key) {
    Replay replay =
        database
            .engine()
            .inTransaction(handle -> {
              Instant now = DatabaseTime.now(handle);
              Replay became =
                  handle
                      .createQuery(Sql.named("webhook_execution/replay"))
                      .bind("workspace", caller.workspace().number())
                      .bind("key", key)
                      .bind("now", Timestamp.from(now))
                      .map((row, _) ->
                          row.getBoolean("owed")
                              ? Replay.OWED
                              : row.getString("trigger").equals(Trigger.START.word())
                                  ? Replay.START
                                  : Replay.UNKNOWN)
                      .findOne()
                      .orElse(Replay.UNKNOWN);
              if (became == Replay.OWED) {
                AuditTrail.add(
                    handle, List.of(new AuditEntry(caller, AuditAction.DELIVERY_REPLAY, key)), now);
              }
              return became;
            });
    if (replay == Replay.OWED) {
      signals.committed(Set.of(), false, true, false);
    }
    return replay;
  }
}
