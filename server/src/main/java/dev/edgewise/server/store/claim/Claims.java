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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Gives ready tasks to takers. */
public final class Claims {
  private final Database database;
  private final Supplier<Duration> skew;
  private volatile Consumer<Duration> waits = _ -> {};

  /**
   * A task and who gets it.
   *
   * @param leaseSecs how long it may hold it without a sign of life; null means the task's timeout
   */
  record Gift(TaskKey task, String holder, @Nullable Integer leaseSecs) {}

  /** What one statement took, and whether it took nothing because rules have to be asked. */
  private record Taken(List<Claimed> tasks, boolean asksRules) {}

  /**
   * @param skew added to the database's clock; zero outside tests
   */
  public Claims(Database database, Supplier<Duration> skew) {
    this.database = database;
    this.skew = skew;
  }

  /** Tells from now on how long each claimed task had been ready. */
  public void measure(Consumer<Duration> waits) {
    this.waits = waits;
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
          return take(handle, request, overdue.stream().map(Contender::task).toList());
        });
  }

  private List<Claimed> claim(Handle handle, ClaimRequest request) {
    Taken unruled = takeUnruled(handle, request);
    if (!unruled.asksRules()) {
      return unruled.tasks();
    }
    List<Contender> contenders =
        contenders(handle, request, "queue/candidates", UnaryOperator.identity());
    return take(handle, request, admitted(handle, contenders));
  }

  private static List<Contender> contenders(
      Handle handle, ClaimRequest request, String statement, UnaryOperator<Query> binding) {
    var columns = new Columns();
    addRooms(columns, request);
    return binding
        .apply(columns.bindTo(handle.createQuery(Sql.named(statement))).bind("max", request.max()))
        .map((row, _) -> Contender.read(row))
        .list();
  }

  private static void addRooms(Columns columns, ClaimRequest request) {
    var lanes = columns.texts("lanes");
    var limits = columns.integers("limits");
    request
        .rooms()
        .forEach((lane, room) -> {
          lanes.add(lane);
          limits.add(Math.min(room, request.max()));
        });
  }

  /** The contenders that the rules admit; the others are parked. */
  private static List<TaskKey> admitted(Handle handle, List<Contender> contenders) {
    List<TaskKey> admitted = new ArrayList<>(contenders.size());
    RuledTasks.lockKinds(handle, contenders);
    SpreadRooms rooms = SpreadRooms.of(handle, contenders);
    var candidates = contenders.stream().map(Contender::candidate).toList();
    Admission admission = new Admission(candidates, RuledTasks.loads(handle, candidates));
    var columns = new Columns();
    var named = columns.keys();
    var parked = columns.texts("parked");
    for (Contender contender : contenders) {
      boolean roomy = rooms.hasRoom(contender);
      if (roomy && admission.admit(contender.candidate()) instanceof RuleDecision.Admitted) {
        rooms.take(contender);
        admitted.add(contender.task());
      } else {
        named.add(contender.task());
        parked.add(
            roomy
                ? contender.parkingPlace(admission)
                : Lane.spreadPrefix(contender.task(), contender.spread()));
      }
    }
    if (parked.size() > 0) {
      columns.bindTo(handle.createUpdate(Sql.named("queue/park"))).execute();
    }
    return admitted;
  }

  /** Takes what comes first, unless a rule has a say in some of it. */
  private Taken takeUnruled(Handle handle, ClaimRequest request) {
    var columns = new Columns();
    addRooms(columns, request);
    addGifts(columns, List.of());
    return take(
        columns
            .bindTo(handle.createQuery(Sql.named("queue/claim")))
            .bind("max", request.max())
            .bind("asked", false)
            .bind("holder", request.holder())
            .bind("period", request.leaseSecs()),
        request.worker());
  }

  private List<Claimed> take(Handle handle, ClaimRequest request, List<TaskKey> admitted) {
    List<Gift> gifts =
        admitted.stream()
            .map(task -> new Gift(task, request.holder(), request.leaseSecs()))
            .toList();
    return gifts.isEmpty() ? List.of() : take(handle, gifts, true, request.worker()).tasks();
  }

  /**
   * Gives tasks that have just become ready to workers, inside the caller's transaction; none at
   * all if a rule has a say in one of them.
   */
  List<Claimed> give(Handle handle, List<Gift> gifts) {
    return take(handle, gifts, false, true).tasks();
  }

  private Taken take(Handle handle, List<Gift> gifts, boolean asked, boolean worker) {
    var columns = new Columns();
    columns.texts("lanes");
    columns.integers("limits");
    addGifts(columns, gifts);
    return take(
        columns
            .bindTo(handle.createQuery(Sql.named("queue/claim")))
            .bind("max", 0)
            .bind("asked", asked)
            .bind("holder", "")
            .bind("period", (Integer) null),
        worker);
  }

  private static void addGifts(Columns columns, List<Gift> gifts) {
    var named = columns.keys();
    var holders = columns.texts("holders");
    var periods = columns.integers("periods");
    for (Gift gift : gifts) {
      named.add(gift.task());
      holders.add(gift.holder());
      periods.add(gift.leaseSecs());
    }
  }

  private Taken take(Query query, boolean worker) {
    TaskState to = worker ? TaskState.RUNNING : TaskState.CLAIMED;
    List<Claimed> taken = new ArrayList<>();
    boolean asksRules =
        query
            .bind("status", to.columnName())
            .bind("worker", worker)
            .bind("skew", skew.get().toString())
            .map((row, _) -> {
              boolean task = row.getString("lane") != null;
              if (task) {
                taken.add(claimed(row));
                waits.accept(Duration.ofNanos((long) (row.getDouble("waited") * 1e9)));
              }
              return task;
            })
            .list()
            .contains(false);
    return new Taken(taken, asksRules);
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
