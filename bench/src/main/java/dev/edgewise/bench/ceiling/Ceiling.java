package dev.edgewise.bench.ceiling;

import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.round.VoidRoundException;
import dev.edgewise.server.database.Sql;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs submitted batches to their end with plain SQL. */
public final class Ceiling {

  /** As the server's own connections. */
  private static final String PARAMETERS =
      "prepareThreshold=1&options=-c%20plan_cache_mode=force_generic_plan"
          + "%20-c%20enable_hashjoin=off%20-c%20enable_mergejoin=off%20-c%20enable_seqscan=off";

  private final BenchDatabase database;

  public Ceiling(BenchDatabase database) {
    this.database = database;
  }

  /**
   * Runs batches; each belongs to one connection, so that none waits for another.
   *
   * @param transaction how many tasks are claimed, or ended, in one
   * @return tasks in a second
   */
  public double run(List<UUID> batches, int transaction, int connections) {
    List<List<UUID>> shares = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      shares.add(new ArrayList<>());
    }
    for (int i = 0; i < batches.size(); i++) {
      shares.get(i % connections).add(batches.get(i));
    }
    long begun = System.nanoTime();
    long tasks = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(connections)) {
      List<Future<Integer>> ends = new ArrayList<>();
      for (List<UUID> share : shares) {
        ends.add(threads.submit(() -> runShare(share, transaction)));
      }
      for (Future<Integer> end : ends) {
        tasks += end.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("The ceiling cannot be measured", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new VoidRoundException("interrupted");
    }
    return tasks / ((System.nanoTime() - begun) / 1e9);
  }

  private int runShare(List<UUID> batches, int transaction) throws SQLException {
    int tasks = 0;
    try (Connection connection = database.connect(PARAMETERS);
        PreparedStatement claim = connection.prepareStatement(Sql.named("ceiling/claim"));
        PreparedStatement complete = connection.prepareStatement(Sql.named("ceiling/complete"))) {
      connection.setAutoCommit(false);
      claim.setArray(1, connection.createArrayOf("uuid", batches.toArray()));
      claim.setInt(2, transaction);
      claim.setInt(3, transaction);
      for (int done = step(connection, claim, complete); done > 0; ) {
        tasks += done;
        done = step(connection, claim, complete);
      }
    }
    return tasks;
  }

  private static int step(
      Connection connection, PreparedStatement claim, PreparedStatement complete)
      throws SQLException {
    List<UUID> batches = new ArrayList<>();
    List<Integer> nos = new ArrayList<>();
    try (ResultSet row = claim.executeQuery()) {
      while (row.next()) {
        batches.add(row.getObject(1, UUID.class));
        nos.add(row.getInt(2));
      }
    }
    connection.commit();
    if (!nos.isEmpty()) {
      Array ids = connection.createArrayOf("uuid", batches.toArray());
      complete.setArray(1, ids);
      complete.setArray(2, connection.createArrayOf("integer", nos.toArray()));
      complete.executeUpdate();
      connection.commit();
    }
    return nos.size();
  }
}
