package dev.edgewise.server.store.fsck;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.SessionCommands;
import dev.edgewise.server.database.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;

/** Checks all that is stored against the invariants. */
public final class Fsck {
  static final int ROWS_AT_ONCE = 1_000;

  private final Database database;

  public Fsck(Database database) {
    this.database = database;
  }

  /** Everything that is wrong; empty when nothing is. */
  public List<Finding> findings() {
    return findings(false);
  }

  /** The same, with what the ledgers tell if they are replayed. */
  public List<Finding> findings(boolean replaying) {
    List<Finding> findings = new ArrayList<>();
    check(replaying, findings::add);
    return findings;
  }

  /**
   * Reports everything that is wrong as it is found.
   *
   * @param replaying whether the ledgers are replayed, too
   */
  public void check(boolean replaying, Consumer<Finding> report) {
    database.list(
        TransactionIsolationLevel.REPEATABLE_READ,
        handle -> {
          SessionCommands.readOnly(handle);
          SessionCommands.planByHashing(handle);
          check(handle, report);
          if (replaying) {
            LedgerReplay.check(handle, report);
          }
          return true;
        });
  }

  static void check(Handle handle, Consumer<Finding> report) {
    for (Invariant invariant : Invariant.STATED) {
      check(handle, invariant, report);
    }
  }

  private static void check(Handle handle, Invariant invariant, Consumer<Finding> report) {
    handle
        .createQuery(Sql.named(invariant.statement()))
        .setFetchSize(ROWS_AT_ONCE)
        .map((row, _) -> {
          // The batch itself has number 0, as which a missing number is read.
          TaskKey key = new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no"));
          return new Finding(invariant, key.publicId(), row.getString("difference"));
        })
        .forEach(report);
  }
}
