package dev.edgewise.server.store.read;

import dev.edgewise.core.rule.Candidate;
import dev.edgewise.core.rule.Load;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.FairLanes;
import dev.edgewise.server.store.claim.Obstacle;
import dev.edgewise.server.store.claim.StoredRules;
import dev.edgewise.server.store.read.Circumstances.Hold;
import dev.edgewise.server.store.read.Circumstances.KeyAhead;
import dev.edgewise.server.store.read.Circumstances.Place;
import dev.edgewise.server.store.read.Circumstances.Standing;
import dev.edgewise.server.store.read.Circumstances.UnmetEdge;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.jspecify.annotations.Nullable;

/** Finds out why tasks are (not) running. */
public final class Inquiries {
  private static final int EDGES_MAX = 100;
  private static final int COUNTED_MAX = 10_000;
  private static final int CLIMBED_MAX = 10_000;
  private static final int KEYS_MAX = 3;

  private final Database database;

  public Inquiries(Database database) {
    this.database = database;
  }

  /**
   * A row of {@code task/circumstances}.
   *
   * @param queued null when the task is not in the queue
   */
  private record Around(
      Standing standing,
      @Nullable Queued queued,
      @Nullable Hold hold,
      TaskDetail.@Nullable Wait waiting,
      Circumstances.@Nullable Call call) {}

  private record Queued(
      int priority, long position, @Nullable String parked, Candidate candidate) {}

  /** What decides about a task, all as of one moment; empty when there is none of that key. */
  public Optional<Circumstances> of(TaskKey task) {
    return database
        .reader()
        .inTransaction(
            TransactionIsolationLevel.REPEATABLE_READ,
            handle ->
                handle
                    .createQuery(Sql.named("task/circumstances"))
                    .bind("batch", task.batchId())
                    .bind("no", task.no())
                    .map((row, _) -> around(row))
                    .findOne()
                    .map(around -> circumstances(handle, task, around)));
  }

  private static Circumstances circumstances(Handle handle, TaskKey task, Around around) {
    List<UnmetEdge> unmet = new ArrayList<>();
    long[] unmetCount = {0};
    handle
        .createQuery(Sql.named("fact/unmet"))
        .bind("batch", task.batchId())
        .bind("no", task.no())
        .bind("limit", EDGES_MAX)
        .map((row, _) -> {
          unmetCount[0] = row.getLong("unmet");
          return UnmetEdge.read(row);
        })
        .forEach(unmet::add);
    Queued queued = around.queued();
    return new Circumstances(
        around.standing(),
        unmet,
        unmetCount[0],
        queued == null ? null : place(handle, around.standing(), queued),
        around.hold(),
        around.waiting(),
        around.call(),
        around.standing().state() == TaskState.SKIPPED ? root(handle, task) : null);
  }

  private static Circumstances.@Nullable Root root(Handle handle, TaskKey task) {
    return handle
        .createQuery(Sql.named("fact/root"))
        .bind("batch", task.batchId())
        .bind("no", task.no())
        .bind("unmet", Reason.UNMET.text())
        .bind("max", CLIMBED_MAX)
        .map((row, _) -> Circumstances.Root.read(row))
        .findOne()
        .orElse(null);
  }

  private static Place place(Handle handle, Standing standing, Queued queued) {
    long ahead =
        handle
            .createQuery(Sql.named("queue/ahead"))
            .bind("lane", standing.lane())
            .bind("priority", queued.priority())
            .bind("position", queued.position())
            .bind("limit", COUNTED_MAX)
            .mapTo(Long.class)
            .one();
    List<KeyAhead> byKey =
        ahead > 0 && FairLanes.used(handle) ? aheadByKey(handle, standing, queued) : List.of();
    long held =
        handle
            .createQuery(Sql.named("lease/of_kind"))
            .bind("workspace", queued.candidate().workspace().number())
            .bind("kind", standing.kind())
            .bind("limit", COUNTED_MAX)
            .mapTo(Long.class)
            .one();
    return new Place(ahead, byKey, held, queued.parked(), Obstacle.of(handle, queued.candidate()));
  }

  private static List<KeyAhead> aheadByKey(Handle handle, Standing standing, Queued queued) {
    return handle
        .createQuery(Sql.named("fairness/ahead"))
        .bind("lane", standing.lane())
        .bind("priority", queued.priority())
        .bind("position", queued.position())
        .bind("workspace", queued.candidate().workspace().number())
        .bind("limit", COUNTED_MAX)
        .bind("keys", KEYS_MAX)
        .map((row, _) -> new KeyAhead(row.getString("fairness_key"), row.getLong("count")))
        .list();
  }

  private static Around around(ResultSet row) throws SQLException {
    String holder = row.getString("holder");
    return new Around(
        Standing.read(row),
        row.getBoolean("queued")
            ? new Queued(
                row.getInt("priority"),
                row.getLong("position"),
                row.getString("parked"),
                candidate(row))
            : null,
        holder == null
            ? null
            : new Hold(holder, row.getBoolean("worker"), Cells.time(row, "expires_at")),
        TaskDetail.Wait.read(row),
        Circumstances.Call.read(row));
  }

  private static Candidate candidate(ResultSet row) throws SQLException {
    Long expected = Cells.longOrNull(row, "expected_count");
    return new Candidate(
        Workspace.of(row.getObject("batch_id", UUID.class)),
        row.getString("kind"),
        StoredRules.fields(row.getString("metadata")),
        expected == null
            ? OptionalLong.empty()
            : OptionalLong.of(
                Load.remaining(expected, row.getLong("success"), row.getLong("failures"))),
        StoredRules.read(row.getString("rules")));
  }
}
