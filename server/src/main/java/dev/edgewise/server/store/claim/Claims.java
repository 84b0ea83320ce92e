package dev.edgewise.server.store.claim;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.rule.Admission;
import dev.edgewise.core.rule.RuleDecision;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Database;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.Sql;
import dev.edgewise.server.store.Transactions;
import dev.edgewise.server.store.claim.RuledTasks.Contender;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Gives ready tasks to takers. */
public final class Claims {
  private final Database database;
  private final Supplier<Duration> skew;

  /**
   * @param skew added to the database's clock; zero outside tests
   */
  public Claims(Database database, Supplier<Duration> skew) {
    this.database = database;
    this.skew = skew;
  }

  /** Claims what the request has room for and the rules admit; the most urgent first. */
  public List<Claimed> claim(ClaimRequest request) {
    if (request.rooms().isEmpty() || request.max() <= 0) {
      return List.of();
    }
    return Transactions.retrying(database.engine(), handle -> claim(handle, request));
  }

  /**
   * Claims tasks that have been ready for longer than their timeout, whatever the rules say: they
   * are to be failed because nobody can execute them.
   */
  public List<Claimed> claimOverdue(ClaimRequest request) {
    return Transactions.retrying(
        database.engine(),
        handle -> {
          List<Contender> overdue =
              contenders(
                  handle,
                  request,
                  "queue/overdue",
                  query -> query.bind("skew", skew.get().toString()));
          return overdue.isEmpty()
              ? List.of()
              : take(
                  handle,
                  request,
                  overdue.stream().map(Contender::task).toList(),
                  overdue.getFirst().now().plus(skew.get()));
        });
  }

  private List<Claimed> claim(Handle handle, ClaimRequest request) {
    List<Contender> contenders =
        contenders(handle, request, "queue/candidates", UnaryOperator.identity());
    if (contenders.isEmpty()) {
      return List.of();
    }
    List<TaskKey> admitted = new ArrayList<>(contenders.size());
    if (contenders.stream().noneMatch(Contender::ruled)) {
      contenders.forEach(contender -> admitted.add(contender.task()));
    } else {
      decide(handle, contenders, admitted);
    }
    if (admitted.isEmpty()) {
      return List.of();
    }
    Instant now = contenders.getFirst().now().plus(skew.get());
    return take(handle, request, admitted, now);
  }

  private static List<Contender> contenders(
      Handle handle, ClaimRequest request, String statement, UnaryOperator<Query> binding) {
    var columns = new Columns();
    var lanes = columns.texts("lanes");
    var limits = columns.integers("limits");
    request
        .rooms()
        .forEach((lane, room) -> {
          lanes.add(lane);
          limits.add(Math.min(room, request.max()));
        });
    return binding
        .apply(columns.bindTo(handle.createQuery(Sql.named(statement))).bind("max", request.max()))
        .map((row, _) -> Contender.read(row))
        .list();
  }

  private static void decide(Handle handle, List<Contender> contenders, List<TaskKey> admitted) {
    RuledTasks.lockKinds(handle, contenders);
    SpreadRooms rooms = SpreadRooms.of(handle, contenders);
    var candidates = contenders.stream().map(Contender::candidate).toList();
    Admission admission = new Admission(candidates, RuledTasks.loads(handle, candidates));
    var columns = new Columns();
    var batches = columns.uuids("batches");
    var nos = columns.integers("nos");
    var parked = columns.texts("parked");
    for (Contender contender : contenders) {
      boolean roomy = rooms.hasRoom(contender);
      if (roomy && admission.admit(contender.candidate()) instanceof RuleDecision.Admitted) {
        rooms.take(contender);
        admitted.add(contender.task());
      } else {
        batches.add(contender.task().batchId());
        nos.add(contender.task().no());
        parked.add(
            roomy
                ? contender.parkingPlace(admission)
                : Lane.spreadPrefix(contender.task(), contender.spread()));
      }
    }
    if (parked.size() > 0) {
      columns.bindTo(handle.createUpdate(Sql.named("queue/park"))).execute();
    }
  }

  private static List<Claimed> take(
      Handle handle, ClaimRequest request, List<TaskKey> tasks, Instant now) {
    var columns = new Columns();
    var batches = columns.uuids("batches");
    var nos = columns.integers("nos");
    for (TaskKey task : tasks) {
      batches.add(task.batchId());
      nos.add(task.no());
    }
    TaskState to = request.worker() ? TaskState.RUNNING : TaskState.CLAIMED;
    return columns
        .bindTo(handle.createQuery(Sql.named("queue/take")))
        .bind("status", to.columnName())
        .bind("worker", request.worker())
        .bind("holder", request.holder())
        .bind("period", request.leaseSecs())
        .bind("now", Timestamp.from(now))
        .map((row, _) -> claimed(row))
        .list();
  }

  private static Claimed claimed(ResultSet row) throws SQLException {
    return new Claimed(
        new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no")),
        new Token(row.getInt("attempt"), row.getInt("claims")),
        row.getString("kind"),
        row.getString("name"),
        row.getString("lane"),
        row.getString("metadata"),
        row.getString("input"),
        row.getString("on_start"),
        row.getInt("timeout_secs"),
        row.getTimestamp("expires_at").toInstant());
  }
}
