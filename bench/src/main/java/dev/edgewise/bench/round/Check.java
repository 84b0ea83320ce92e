package dev.edgewise.bench.round;

import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.process.ServerProcess;
import dev.edgewise.server.store.fsck.Finding;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** What must be so for a figure to count. */
public final class Check {

  private static final int FINDINGS_SHOWN = 10;

  private Check() {}

  /**
   * Looks at everything.
   *
   * @throws VoidRoundException when a task did not succeed, an invariant does not hold, or the
   *     server complained
   */
  public static void all(
      BenchDatabase database, ServerProcess server, List<UUID> batches, long tasks) {
    try (Connection connection = database.connect()) {
      long good = new BatchWatch(connection, batches).succeeded();
      if (good != tasks) {
        throw new VoidRoundException("%,d of %,d tasks succeeded".formatted(good, tasks));
      }
    } catch (SQLException e) {
      throw new IllegalStateException("The batches cannot be read", e);
    }
    List<String> findings =
        database.findings().stream().limit(FINDINGS_SHOWN).map(Finding::toString).toList();
    if (!findings.isEmpty()) {
      throw new VoidRoundException("fsck found:\n" + String.join("\n", findings));
    }
    String complaints = server.complaints();
    if (!complaints.isEmpty()) {
      throw new VoidRoundException("the server complained:\n" + complaints);
    }
  }
}
