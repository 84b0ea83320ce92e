package dev.edgewise.server.store.commit;

import static java.util.Comparator.comparing;

import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Journal.Entries;
import dev.edgewise.core.readiness.Journal.Fact;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Node.Standing;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Sql;
import dev.edgewise.server.store.commit.Group.Left;
import dev.edgewise.server.store.commit.Takers.Handover;
import dev.edgewise.server.store.commit.Takers.Ready;
import dev.edgewise.server.store.commit.Takers.Taker;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import tools.jackson.databind.ObjectMapper;

/** Gathers what a transaction decided and writes it, mostly with one statement. */
final class Outcome {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CHANGE = "task/change";
  private static final String COMMIT = "commit";

  /** The statements of one exchange: if one fails, the next ones are not executed. */
  private static final Map<List<String>, String> EXCHANGES = new ConcurrentHashMap<>();

  private final Columns columns = new Columns();
  private final Columns returned = new Columns();
  private final StateColumns states = new StateColumns();
  private final PlaceColumns places;
  private final Instant now;
  private final WorkingSet nodes;
  private final CountColumns counts = new CountColumns();
  private final Map<TaskKey, Taker> takers;
  private final Set<String> lanes = new LinkedHashSet<>();
  private final int moved;

  /**
   * @param offering offers the tasks that become ready to those who wait for some
   */
  Outcome(WorkingSet nodes, Journal journal, Function<List<Ready>, Handover> offering) {
    this.nodes = nodes;
    this.now = nodes.now();
    this.places = new PlaceColumns(columns, now);
    // Whoever else changes several rows goes the same way, so that nobody waits crosswise.
    List<Node> changed =
        nodes.all().stream()
            .filter(node -> node.changed() && !node.isDiscarded())
            .sorted(comparing(Node::key))
            .toList();
    nodes.all().stream().filter(Node::isDiscarded).forEach(counts::add);
    changed.forEach(places::add);
    changed.forEach(counts::add);
    journal.outputs().forEach(counts::add);
    // The lease of one that was held until now ends in the statement that would begin the next.
    List<Ready> ready =
        places.ready().stream()
            .filter(node -> !node.loaded().state().held())
            .map(Outcome::ready)
            .toList();
    takers = offering.apply(ready).takers();
    Map<UUID, Entries> taken = settle();
    for (Node node : changed) {
      if (takers.containsKey(node.key())) {
        states.addTaken(node);
      } else if (!node.isNew()) {
        states.add(node);
      }
    }
    moved = states.move(columns);
    events(Stream.concat(journal.events().stream(), taken.values().stream()).toList());
    facts(journal.facts());
    results(journal.results());
    counts.fill(columns, nodes.versions());
  }

  private static Ready ready(Node node) {
    Token next = new Token(node.standing().attempt(), node.loaded().claims() + 1);
    return new Ready(node.key(), node.shape().lane(), next);
  }

  /**
   * Puts the tasks that become ready into the queue, unless somebody takes them. Answers the lines
   * that the ledger gets for those who are taken.
   */
  private Map<UUID, Entries> settle() {
    Map<UUID, Entries> taken = new LinkedHashMap<>();
    for (Node node : places.ready()) {
      Taker taker = takers.get(node.key());
      if (taker == null) {
        places.enqueue(node);
        lanes.add(node.shape().lane());
      } else {
        places.give(node, taker);
        Entries entries = taken.computeIfAbsent(node.key().batchId(), Outcome::running);
        entries.nos().add(node.key().no());
        entries.attempts().add(node.standing().attempt());
      }
    }
    return taken;
  }

  private static Entries running(UUID batchId) {
    return new Entries(
        batchId,
        TaskState.RUNNING.columnName(),
        new ArrayList<>(),
        new ArrayList<>(),
        List.of(),
        null);
  }

  private void events(List<Entries> events) {
    var batches = columns.uuids("event_batches");
    var types = columns.texts("event_types");
    var nos = columns.texts("event_nos");
    var attempts = columns.texts("event_attempts");
    var details = columns.texts("event_details");
    var sources = columns.texts("event_sources");
    for (Entries each : events) {
      batches.add(each.batchId());
      types.add(each.type());
      nos.add(literal(each.nos()));
      attempts.add(literal(each.attempts()));
      boolean any = each.details().stream().anyMatch(detail -> detail != null);
      details.add(any ? JSON.writeValueAsString(each.details()) : null);
      sources.add(each.sourceId());
    }
  }

  private static String literal(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
  }

  private void facts(Collection<Fact> facts) {
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

  private void results(Map<TaskKey, String> results) {
    if (results.isEmpty()) {
      return;
    }
    var named = returned.keys("result");
    var values = returned.texts("result_values");
    results.forEach((task, json) -> {
      named.add(task);
      values.add(json);
    });
  }

  /** The lanes in which tasks can be taken from now on. */
  Set<String> lanes() {
    return lanes;
  }

  /** The lanes of the tasks that workers held until now. */
  List<String> leftByWorkers() {
    return places.leftByWorkers();
  }

  /** Whether a timer was set. */
  boolean timers() {
    return places.timers();
  }

  /** Whether somebody may wait for a place that becomes free. */
  boolean freesPlaces() {
    return places.freesSome();
  }

  /** Whether it takes more than one exchange. */
  boolean takesTwo() {
    return places.anyOthers();
  }

  /**
   * Writes it all and answers the database's time.
   *
   * @param last whether the transaction is to end with it; where none has begun, it is one by
   *     itself, because the statements of an exchange are committed together or not at all
   */
  Instant write(Handle handle, boolean last) {
    // First out of the queue, then the states: claims go the same way, so that none waits
    // crosswise.
    places.write(handle);
    Map<String, Columns> others = new LinkedHashMap<>();
    others.put(CHANGE, states.change());
    others.put("batch/output", counts.outputs());
    others.put("queue/enter", places.queued());
    others.put("result/put", returned);
    others.values().removeIf(Columns::isEmpty);
    List<String> names = new ArrayList<>(others.keySet());
    if (last && handle.isInTransaction()) {
      names.add(COMMIT);
    }
    Query query =
        handle.createQuery(EXCHANGES.computeIfAbsent(List.copyOf(names), Outcome::exchange));
    for (Columns each : others.values()) {
      query = each.bindTo(query);
    }
    return columns
        .bindTo(query)
        .bind("now", Timestamp.from(now))
        .bind("moved", moved)
        .bind("recalled", nodes.recalled())
        .map((row, _) -> row.getTimestamp("told_at").toInstant())
        .one();
  }

  /** What all groups have among what only some have: the states change before the ledger does. */
  private static String exchange(List<String> others) {
    List<String> names = new ArrayList<>(others);
    names.add(others.contains(CHANGE) ? 1 : 0, "task/apply");
    return names.stream()
        .map(name -> name.equals(COMMIT) ? name : Sql.named(name))
        .collect(Collectors.joining());
  }

  /** How the batches are left, as far as that is worth remembering. */
  List<Left> left() {
    Map<UUID, Map<Integer, Standing>> standings = new HashMap<>();
    Set<UUID> unclear = new HashSet<>();
    for (Node node : nodes.all()) {
      TaskKey key = node.key();
      if (node.isDiscarded() || !nodes.remembers(key.batchId())) {
        unclear.add(key.batchId());
      }
      standings
          .computeIfAbsent(key.batchId(), _ -> new HashMap<>())
          .put(
              key.no(),
              takers.containsKey(key)
                  ? node.standing().claimed(TaskState.RUNNING)
                  : node.standing());
    }
    standings.keySet().removeAll(unclear);
    List<Left> left = new ArrayList<>();
    standings.forEach((batchId, each) -> {
      long version = Objects.requireNonNull(nodes.versions().get(batchId));
      left.add(new Left(batchId, counts.contain(batchId) ? version + 1 : version, each));
    });
    return left;
  }

  /** Lets parked tasks try for the places that became free; says how many do. */
  int unpark(Handle handle) {
    return places.unpark(handle);
  }
}
