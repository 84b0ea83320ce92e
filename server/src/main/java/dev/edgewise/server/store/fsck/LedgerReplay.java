package dev.edgewise.server.store.fsck;

import dev.edgewise.core.readiness.EntryType;
import dev.edgewise.core.replay.ImpossibleLineException;
import dev.edgewise.core.replay.Replay;
import dev.edgewise.core.replay.ReplayedFact;
import dev.edgewise.core.replay.ReplayedTask;
import dev.edgewise.core.replay.Row;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.ConditionLetters;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Compares what is stored of one batch with what its ledger tells. */
final class LedgerReplay {
  private final Handle handle;
  private final UUID batchId;
  private final Consumer<Finding> report;
  private final Map<Integer, ReplayedTask> tasks = new HashMap<>();
  private final Map<Integer, Stored> stored = new HashMap<>();

  /** Where a task stands by its row. */
  private record Stored(
      String status,
      @Nullable String pausedFrom,
      int attempt,
      @Nullable String reason,
      @Nullable Instant endedAt) {

    static Stored of(ReplayedTask task) {
      return new Stored(
          task.state().columnName(),
          task.pausedFrom() == null ? null : task.pausedFrom().columnName(),
          task.attempt(),
          task.reason(),
          task.endedAt());
    }
  }

  private LedgerReplay(Handle handle, UUID batchId, Consumer<Finding> report) {
    this.handle = handle;
    this.batchId = batchId;
    this.report = report;
  }

  /** Replays the ledgers of all batches. */
  static void check(Handle handle, Consumer<Finding> report) {
    handle
        .createQuery(Sql.named("replay/batches"))
        .mapTo(UUID.class)
        .list()
        .forEach(batchId -> new LedgerReplay(handle, batchId, report).check());
  }

  private void check() {
    query("replay/tasks").map((row, _) -> task(row)).list();
    try {
      replay();
    } catch (ImpossibleLineException e) {
      different(e.no(), String.valueOf(e.getMessage()));
      return;
    } catch (IllegalArgumentException | IllegalStateException e) {
      different(0, String.valueOf(e.getMessage()));
      return;
    }
    stored.forEach((no, is) -> {
      Stored told = Stored.of(Objects.requireNonNull(tasks.get(no)));
      if (!is.equals(told)) {
        different(no, "stored %s, replayed %s".formatted(is, told));
      }
    });
    compareFacts();
  }

  private Query query(String name) {
    return handle
        .createQuery(Sql.named(name))
        .setFetchSize(Fsck.ROWS_AT_ONCE)
        .bind("batch", batchId);
  }

  private void different(int no, String difference) {
    report.accept(
        new Finding(
            Invariant.I27_LEDGER_TELLS_ALL, new TaskKey(batchId, no).publicId(), difference));
  }

  private int task(ResultSet row) throws SQLException {
    int no = row.getInt("no");
    tasks.put(
        no,
        new ReplayedTask(
            ints(row, "children"),
            ConditionLetters.read(row.getString("conditions")),
            ints(row, "parents")));
    String status = row.getString("status");
    Instant endedAt = time(row, "ended_at");
    stored.put(
        no,
        new Stored(
            status,
            row.getString("paused_from"),
            row.getInt("attempt"),
            // Of a task that has not ended it says why the last attempt did.
            endedAt == null ? null : row.getString("failure_reason"),
            endedAt));
    return no;
  }

  private static int[] ints(ResultSet row, String column) throws SQLException {
    return Arrays.stream((Integer[]) row.getArray(column).getArray())
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
    var time = row.getTimestamp(column);
    return time == null ? null : time.toInstant();
  }

  /** Rows of one transaction bear the same time and follow each other. */
  private void replay() {
    Replay replay = new Replay(tasks);
    List<Row> together = new ArrayList<>();
    query("replay/ledger")
        .map((row, _) -> ledgerRow(row))
        .forEach(row -> {
          if (!together.isEmpty() && !together.getFirst().at().equals(row.at())) {
            replay.read(together);
            together.clear();
          }
          together.add(row);
        });
    replay.read(together);
  }

  private static Row ledgerRow(ResultSet row) throws SQLException {
    Array details = row.getArray("details");
    return new Row(
        row.getLong("id"),
        EntryType.ofColumn(row.getString("type")),
        List.of((Integer[]) row.getArray("nos").getArray()),
        List.of((Integer[]) row.getArray("attempts").getArray()),
        details == null ? List.of() : Arrays.asList((String[]) details.getArray()),
        row.getTimestamp("at").toInstant());
  }

  private void compareFacts() {
    Map<Integer, Map<Integer, ReplayedFact>> told = new HashMap<>();
    tasks.forEach((no, task) -> {
      for (int i = 0; i < task.childCount(); i++) {
        ReplayedFact fact = task.fact(i);
        if (fact != null) {
          told.computeIfAbsent(no, _ -> new HashMap<>()).put(task.child(i), fact);
        }
      }
    });
    query("replay/facts")
        .map((row, _) -> {
          int parent = row.getInt("parent");
          int child = row.getInt("child");
          Map<Integer, ReplayedFact> ofParent = told.getOrDefault(parent, Map.of());
          ReplayedFact should = ofParent.isEmpty() ? null : ofParent.remove(child);
          ReplayedFact is = fact(row);
          if (!is.equals(should)) {
            different(
                child,
                "fact of its edge from %d: stored %s, replayed %s".formatted(parent, is, should));
          }
          return child;
        })
        .list();
    told.forEach((parent, edges) ->
        edges.forEach((child, fact) ->
            different(
                child,
                "fact of its edge from %d: none stored, replayed %s".formatted(parent, fact))));
  }

  private static ReplayedFact fact(ResultSet row) throws SQLException {
    return new ReplayedFact(
        row.getBoolean("satisfied"),
        Resolution.valueOf(row.getString("resolution")),
        row.getInt("satisfying_attempt"),
        row.getLong("row_version"),
        row.getTimestamp("satisfied_at").toInstant());
  }
}
