package dev.edgewise.bench.round;

import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.process.ServerProcess;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

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
    database.analyze();
    String differences = server.differences();
    if (!differences.isEmpty()) {
      throw new VoidRoundException(
          "fsck found:\n"
              + differences.lines().limit(FINDINGS_SHOWN).collect(Collectors.joining("\n")));
    }
    String complaints = server.complaints();
    if (!complaints.isEmpty()) {
      throw new VoidRoundException("the server complained:\n" + complaints);
    }
  }
}
