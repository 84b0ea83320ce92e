package dev.edgewise.server.store.apply;

import static java.util.Comparator.comparing;

import dev.edgewise.core.decision.Decision;
import dev.edgewise.core.readiness.EntryType;
import dev.edgewise.core.readiness.Journal.Entries;
import dev.edgewise.core.readiness.Journal.Fact;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.FairLanes;
import dev.edgewise.server.store.claim.Holder;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;

/** The rows that a decision changes, written mostly with one statement. */
public final class DecisionRows {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CHANGE = "task/change";
  private static final String COMMIT = "commit";

  /** The statements of one exchange: if one fails, the next ones are not executed. */
  private static final Map<List<String>, String> EXCHANGES = new ConcurrentHashMap<>();

  private final Instant now;
  private final List<Node> changed;
  private final Placement placement;
  private final CountColumns counts = new CountColumns();

  /**
   * @param now the transaction's time
   */
  public DecisionRows(Decision decision, Instant now) {
    this.now = now;
    // Every transaction changes rows in this order, so that no two wait for each other.
    this.changed =
        decision.nodes().stream()
            .filter(node -> node.changed() && !node.isDiscarded())
            .sorted(comparing(Node::key))
            .toList();
    decision.nodes().stream().filter(Node::isDiscarded).forEach(counts::add);
    changed.forEach(counts::add);
    decision.journal().outputs().forEach(counts::add);
    this.placement = Placement.of(changed, now);
  }

  /** Where the changed tasks are found next. */
  public Placement placement() {
    return placement;
  }

  /** Whether the version of a batch moves. */
  public boolean moveVersion(UUID batchId) {
    return counts.contain(batchId);
  }

  /** The lanes in which tasks can be claimed once this is written. */
  public Set<String> lanes(Map<TaskKey, Holder> assigned) {
    Set<String> lanes = new LinkedHashSet<>();
    for (Node node : placement.ready) {
      if (!assigned.containsKey(node.key())) {
        lanes.add(node.shape().lane());
      }
    }
    return lanes;
  }

  /** Whether writing takes more than one exchange. */
  public boolean takeTwoExchanges() {
    return PlaceColumns.anyRare(placement);
  }

  /**
   * What every part of the statement repeats of what was read before.
   *
   * @param versions of the batches
   * @param fromMemory whether nothing was locked before
   */
  public record Expected(Map<UUID, Long> versions, boolean fromMemory) {}

  /**
   * Writes everything.
   *
   * @param assigned the ready tasks that start at once, and the workers that hold them
   * @param last whether the transaction is to end with it; where none has begun, the exchange is
   *     one by itself, because its statements are committed together or not at all
   */
  public void write(
      Handle handle,
      Decision decision,
      Expected expected,
      Map<TaskKey, Holder> assigned,
      boolean last) {
    // First out of the queue, then the states: claims lock rows in the same order.
    if (PlaceColumns.anyRare(placement)) {
      PlaceColumns.rare(placement)
          .bindTo(handle.createUpdate(Sql.named("task/places")))
          .bind("now", Timestamp.from(now))
          .execute();
    }
    StateColumns states = states(assigned);
    Columns columns = new Columns();
    int moved = states.move(columns);
    events(columns, entries(decision, assigned));
    facts(columns, decision.journal().facts());
    PlaceColumns.fill(columns, placement, assigned);
    counts.fill(columns, expected.versions());
    Map<String, Columns> rare = new LinkedHashMap<>();
    rare.put(CHANGE, states.change());
    rare.put("batch/output", counts.outputs());
    rare.put("batch/verdict", verdicts(decision.journal().verdicts()));
    rare.put("batch/paused", pauses(decision.journal().pauses()));
    Columns queued = PlaceColumns.queued(placement, assigned);
    rare.put(fairly(handle, queued) ? "fairness/enter" : "queue/enter", queued);
    rare.put("result/put", results(decision.journal().results()));
    rare.values().removeIf(Columns::isEmpty);
    List<String> names = new ArrayList<>(rare.keySet());
    if (last && handle.isInTransaction()) {
      names.add(COMMIT);
    }
    Query query =
        handle.createQuery(EXCHANGES.computeIfAbsent(List.copyOf(names), DecisionRows::exchange));
    for (Columns each : rare.values()) {
      query = each.bindTo(query);
    }
    Query complete =
        columns
            .bindTo(query)
            .bind("now", Timestamp.from(now))
            .bind("moved", moved)
            .bind("recalled", expected.fromMemory());
    Database.era(handle)
        .clock()
        .observe(() -> complete.map((row, _) -> row.getTimestamp("told_at").toInstant()).one());
  }

  private boolean fairly(Handle handle, Columns queued) {
    return !queued.isEmpty() && (FairLanes.used(handle) || placement.sharesLanes());
  }

  /** What all groups have among what only some have: the states change before the ledger does. */
  private static String exchange(List<String> rare) {
    List<String> names = new ArrayList<>(rare);
    names.add(rare.contains(CHANGE) ? 1 : 0, "task/apply");
    return names.stream()
        .map(name -> name.equals(COMMIT) ? name : Sql.named(name))
        .collect(Collectors.joining());
  }

  private StateColumns states(Map<TaskKey, Holder> assigned) {
    StateColumns states = new StateColumns();
    for (Node node : changed) {
      Holder holder = assigned.get(node.key());
      if (holder != null) {
        states.addAssigned(node, holder.name());
      } else if (!node.isNew()) {
        states.add(node);
      }
    }
    return states;
  }

  /** The ledger's rows: those of the decision, then one for each batch with assigned tasks. */
  private List<Entries> entries(Decision decision, Map<TaskKey, Holder> assigned) {
    List<Entries> entries = new ArrayList<>(decision.journal().events());
    Map<UUID, Entries> running = new LinkedHashMap<>();
    for (Node node : placement.ready) {
      if (assigned.containsKey(node.key())) {
        Entries row = running.computeIfAbsent(node.key().batchId(), DecisionRows::running);
        row.nos().add(node.key().no());
        row.attempts().add(node.standing().attempt());
      }
    }
    entries.addAll(running.values());
    return entries;
  }

  private static Entries running(UUID batchId) {
    return new Entries(
        batchId, EntryType.RUNNING, new ArrayList<>(), new ArrayList<>(), List.of(), null, null);
  }

  private static void events(Columns columns, List<Entries> events) {
    var batches = columns.uuids("event_batches");
    var types = columns.texts("event_types");
    var nos = columns.texts("event_nos");
    var attempts = columns.texts("event_attempts");
    var details = columns.texts("event_details");
    var sources = columns.texts("event_sources");
    var actors = columns.texts("event_actors");
    for (Entries each : events) {
      batches.add(each.batchId());
      types.add(each.type().columnName());
      nos.add(literal(each.nos()));
      attempts.add(literal(each.attempts()));
      boolean any = each.details().stream().anyMatch(detail -> detail != null);
      details.add(any ? JSON.writeValueAsString(each.details()) : null);
      sources.add(each.sourceId());
      actors.add(each.actor());
    }
  }

  private static String literal(Collection<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
  }

  private static void facts(Columns columns, Collection<Fact> facts) {
    var batches = columns.uuids("fact_batches");
    var parents = columns.integers("fact_parents");
    var children = columns.integers("fact_children");
    var satisfied = columns.booleans("fact_satisfied");
    var resolutions = columns.texts("fact_resolutions");
    var attempts = columns.integers("fact_attempts");
    var events = columns.integers("fact_events");
    var entries = columns.integers("fact_entries");
    for (Fact fact : facts) {
      if (!fact.local()) {
        continue;
      }
      batches.add(fact.parent().batchId());
      parents.add(fact.parent().no());
      children.add(fact.child().no());
      satisfied.add(fact.satisfied());
      resolutions.add(fact.resolution());
      attempts.add(fact.attempt());
      events.add(fact.event());
      entries.add(fact.entry());
    }
  }

  private static Columns verdicts(Map<UUID, BatchOutcome> verdicts) {
    Columns columns = new Columns();
    if (!verdicts.isEmpty()) {
      var batches = columns.uuids("verdict_batches");
      var outcomes = columns.texts("verdicts");
      verdicts.forEach((batchId, outcome) -> {
        batches.add(batchId);
        outcomes.add(outcome.name().toLowerCase(Locale.ROOT));
      });
    }
    return columns;
  }

  private static Columns pauses(Map<UUID, @Nullable Set<Integer>> pauses) {
    Columns columns = new Columns();
    if (!pauses.isEmpty()) {
      var batches = columns.uuids("pause_batches");
      var paused = columns.booleans("pauses");
      var alone = columns.texts("pauses_alone");
      pauses.forEach((batchId, tasks) -> {
        batches.add(batchId);
        paused.add(tasks != null);
        alone.add(tasks == null ? null : literal(tasks));
      });
    }
    return columns;
  }

  private static Columns results(Map<TaskKey, String> results) {
    Columns columns = new Columns();
    if (!results.isEmpty()) {
      var named = columns.keys("result");
      var values = columns.texts("result_values");
      results.forEach((task, json) -> {
        named.add(task);
        values.add(json);
      });
    }
    return columns;
  }

  /** Lets parked tasks try for the places that became free; returns how many do. */
  public int unpark(Handle handle) {
    return handle
        .createUpdate(Sql.named("queue/unpark"))
        .bind("prefixes", Columns.texts(placement.freedPrefixes))
        .execute();
  }
}
