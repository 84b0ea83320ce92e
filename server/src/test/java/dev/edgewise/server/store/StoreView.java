package dev.edgewise.server.store;

import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.oracle.model.DagModel;
import dev.edgewise.oracle.model.Fact;
import dev.edgewise.oracle.model.Observation;
import dev.edgewise.oracle.model.Observation.Counts;
import dev.edgewise.oracle.model.Observation.EdgeName;
import dev.edgewise.oracle.model.Observation.TaskView;
import dev.edgewise.server.database.Database;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** One batch as its rows describe it. */
final class StoreView {
  /** The name of a row whose task does not exist. */
  private static final String GONE = "gone";

  private static final String CHILDREN =
      "select parent_no, (count(*) over (partition by parent_no))::text from batch";

  private final Database database;
  private final UUID batchId;
  private final boolean bounded;
  private final boolean calls;
  private volatile boolean signalled;

  /**
   * @param dag the shape of the batch
   */
  StoreView(Database database, UUID batchId, DagModel dag) {
    this.database = database;
    this.batchId = batchId;
    this.bounded = any(dag, node -> node.spread() != null && node.spread().parallel() > 0);
    this.calls = any(dag, node -> node.work() == DagModel.WhenReady.CALL);
  }

  /** Says that the batch is sent a signal, which may be kept from now on. */
  void expectSignals() {
    signalled = true;
  }

  private static boolean any(DagModel dag, Predicate<DagModel.Node> what) {
    return dag.nodes().stream().anyMatch(what);
  }

  /** The number of the task that has this name now; 0 when none has. */
  int number(String task) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery("select no from task where batch_id = ? and local_id = ?")
                .bind(0, batchId)
                .bind(1, task)
                .mapTo(Integer.class)
                .findOne()
                .orElse(0));
  }

  /** The state of a task; null when there is none of that name. */
  @Nullable TaskState state(String task) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(
                    "select status::text from task_state join task using (batch_id, no)"
                        + " where batch_id = ? and local_id = ?")
                .bind(0, batchId)
                .bind(1, task)
                .map((row, _) -> column(row.getString(1)))
                .findOne()
                .orElse(null));
  }

  private static TaskState column(String name) {
    return TaskState.valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** The time until a task's retry is due, by the clock of the database. */
  Duration untilRetry(String task) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(
                    "select extract(epoch from next_retry_at - clock_timestamp()) from task_state"
                        + " join task using (batch_id, no) where batch_id = ? and local_id = ?")
                .bind(0, batchId)
                .bind(1, task)
                .map((row, _) -> Duration.ofMillis(Math.round(row.getDouble(1) * 1000)))
                .one());
  }

  Observation observe() {
    return database
        .reader()
        .withHandle(handle -> {
          if (bounded) {
            checkBoundedSpreads(handle);
          }
          // One table at a time: plans for joins of rows that were just inserted are too slow.
          Map<Integer, String> names = texts(handle, "select no, local_id from task");
          Map<Integer, String> results = texts(handle, "select no, value::text from result");
          Map<Integer, String> children =
              calls ? texts(handle, CHILDREN, "parent_batch") : Map.of();
          Map<String, TaskView> tasks = tasks(handle, names, results, children);
          Map<EdgeName, Fact> facts = facts(handle, names);
          List<String> signals = signalled ? signals(handle) : List.of();
          return handle
              .createQuery(
                  "select state::text, total, success, failure, canceled, skipped, result::text"
                      + " from batch where batch_id = ?")
              .bind(0, batchId)
              .map((row, _) ->
                  new Observation(
                      tasks,
                      facts,
                      BatchOutcome.valueOf(row.getString(1).toUpperCase(Locale.ROOT)),
                      row.getString(7),
                      signals,
                      new Counts(
                          row.getInt(2),
                          row.getInt(3),
                          row.getInt(4),
                          row.getInt(5),
                          row.getInt(6))))
              .one();
        });
  }

  private List<String> signals(Handle handle) {
    return handle
        .createQuery("select data::text from signal where batch_id = ? order by signal_id")
        .bind(0, batchId)
        .mapTo(String.class)
        .list();
  }

  private Map<Integer, String> texts(Handle handle, String query) {
    return texts(handle, query, "batch_id");
  }

  private Map<Integer, String> texts(Handle handle, String query, String column) {
    Map<Integer, String> texts = new HashMap<>();
    handle
        .createQuery(query + " where " + column + " = ?")
        .bind(0, batchId)
        .map((row, _) -> texts.put(row.getInt(1), row.getString(2)))
        .list();
    return texts;
  }

  private Map<String, TaskView> tasks(
      Handle handle,
      Map<Integer, String> names,
      Map<Integer, String> results,
      Map<Integer, String> children) {
    Map<String, TaskView> tasks = new LinkedHashMap<>();
    handle
        .createQuery(
            "select no, status::text, attempt, satisfied, required, failure_reason"
                + " from task_state where batch_id = ? order by no")
        .bind(0, batchId)
        .map((row, _) ->
            tasks.put(
                names.getOrDefault(row.getInt(1), GONE),
                new TaskView(
                    column(row.getString(2)),
                    row.getInt(3),
                    row.getInt(4),
                    row.getInt(5),
                    row.getString(6),
                    results.get(row.getInt(1)),
                    Integer.parseInt(children.getOrDefault(row.getInt(1), "0")))))
        .list();
    return tasks;
  }

  private Map<EdgeName, Fact> facts(Handle handle, Map<Integer, String> names) {
    Map<EdgeName, Fact> facts = new LinkedHashMap<>();
    handle
        .createQuery(
            "select parent, child, satisfied, resolution::text, satisfying_attempt"
                + " from fact where batch_id = ? order by parent, child")
        .bind(0, batchId)
        .map((row, _) ->
            facts.put(
                new EdgeName(
                    names.getOrDefault(row.getInt(1), GONE),
                    names.getOrDefault(row.getInt(2), GONE)),
                new Fact(row.getBoolean(3), Resolution.valueOf(row.getString(4)), row.getInt(5))))
        .list();
    return facts;
  }

  /** Checks that no spread with room has only parked items, which would never be claimed. */
  private void checkBoundedSpreads(Handle handle) {
    List<Integer> stuck =
        handle
            .createQuery(
                """
                select item.spread_of
                from task as item
                left join queue using (batch_id, no)
                left join lease using (batch_id, no)
                where item.batch_id = ? and item.spread_of > 0 and item.spread_parallel > 0
                group by item.spread_of, item.spread_parallel
                having count(queue.no) filter (where queue.parked is null)
                  < least(item.spread_parallel - count(lease.no), count(queue.no))
                """)
            .bind(0, batchId)
            .mapTo(Integer.class)
            .list();
    if (!stuck.isEmpty()) {
      throw new IllegalStateException("items are parked although there is room for them: " + stuck);
    }
  }
}
