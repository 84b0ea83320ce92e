package dev.edgewise.core.readiness;

import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Trigger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The changes of a transaction: ledger entries, facts, results, and calls for the outbox. */
public final class Journal {

  /** The largest number of entries in a ledger row; reading a part of a row reads all of it. */
  public static final int ROW_MAX_ENTRIES = 1_000;

  private final List<Entries> events = new ArrayList<>();
  private final Map<EventKey, Integer> openEvents = new HashMap<>();
  private final Map<TaskKey, Position> lastEntry = new HashMap<>();
  private final Map<Edge, Fact> facts = new LinkedHashMap<>();
  private final List<Call> calls = new ArrayList<>();
  private final Map<TaskKey, String> results = new LinkedHashMap<>();
  private final Map<TaskKey, String> items = new LinkedHashMap<>();
  private final Set<TaskKey> reopened = new LinkedHashSet<>();
  private final Set<TaskKey> kept = new LinkedHashSet<>();
  private final Set<Edge> forgotten = new LinkedHashSet<>();
  private final Map<UUID, BatchOutput> outputs = new LinkedHashMap<>();
  private final Map<TaskKey, WaitTerms> waits = new LinkedHashMap<>();
  private final Map<TaskKey, CallTerms> runs = new LinkedHashMap<>();
  private final Map<UUID, BatchOutcome> verdicts = new LinkedHashMap<>();
  private final Map<UUID, @Nullable Set<Integer>> pauses = new LinkedHashMap<>();
  private final Set<UUID> overdue = new LinkedHashSet<>();
  private final Set<TaskKey> alive = new LinkedHashSet<>();
  private @Nullable Source source;
  private @Nullable String actor;

  /** Creates an empty journal. */
  public Journal() {}

  /**
   * A ledger row: the same transition of several tasks of a batch.
   *
   * @param sourceId the ID of the outside event that caused it; null when none did
   * @param actor the person or key that caused it; null when none did
   */
  public record Entries(
      UUID batchId,
      EntryType type,
      List<Integer> nos,
      List<Integer> attempts,
      List<@Nullable String> details,
      @Nullable String sourceId,
      @Nullable String actor) {}

  /**
   * A newly resolved edge, and the ledger entry that resolved it.
   *
   * @param late whether the child had succeeded before; an edge that has a fact from before a rerun
   *     of the parent keeps it
   */
  public record Fact(
      TaskKey parent,
      TaskKey child,
      boolean satisfied,
      Resolution resolution,
      int attempt,
      int event,
      int entry,
      boolean late) {

    /** Whether both ends are in one batch. */
    public boolean local() {
      return parent.batchId().equals(child.batchId());
    }
  }

  /** The two ends of an edge. */
  public record Edge(TaskKey parent, TaskKey child) {}

  /** A webhook call for the outbox. */
  public record Call(TaskKey task, Trigger trigger, int attempt) {}

  /**
   * The result of a batch and the number of the task that produced it.
   *
   * @param returned whether the batch is over with it, so that it replaces an earlier one
   */
  public record BatchOutput(int no, String json, boolean returned) {}

  private record EventKey(UUID batchId, EntryType type, @Nullable String actor) {}

  private record Source(TaskKey task, String id) {}

  private record Position(int event, int entry) {}

  /**
   * Runs a command and stores the ID of its outside event with the first ledger entry that the
   * command writes about the task.
   */
  public <T> T causedBy(TaskKey task, String sourceId, Supplier<T> command) {
    source = new Source(task, sourceId);
    try {
      return command.get();
    } finally {
      source = null;
    }
  }

  /** Runs a command; every ledger entry that it writes names the actor. */
  public <T> T orderedBy(String actor, Supplier<T> command) {
    this.actor = actor;
    try {
      return command.get();
    } finally {
      this.actor = null;
    }
  }

  private @Nullable String takeSource(TaskKey task) {
    if (source == null || !source.task().equals(task)) {
      return null;
    }
    String id = source.id();
    source = null;
    return id;
  }

  /** Adds a ledger entry. */
  public void event(TaskKey task, EntryType type, int attempt, @Nullable String detail) {
    String sourceId = takeSource(task);
    EventKey eventKey = new EventKey(task.batchId(), type, actor);
    Integer open = sourceId == null ? openEvents.get(eventKey) : null;
    // Entries of a task must keep their order, so a row is closed for a task once a later row names
    // the task.
    Position last = lastEntry.get(task);
    if (open == null
        || events.get(open).nos().size() == ROW_MAX_ENTRIES
        || (last != null && open <= last.event())) {
      open = events.size();
      events.add(
          new Entries(
              task.batchId(),
              type,
              new ArrayList<>(),
              new ArrayList<>(),
              new ArrayList<>(),
              sourceId,
              actor));
      if (sourceId == null) {
        openEvents.put(eventKey, open);
      }
    }
    Entries entries = events.get(open);
    entries.nos().add(task.no());
    entries.attempts().add(attempt);
    entries.details().add(detail);
    lastEntry.put(task, new Position(open, entries.nos().size() - 1));
  }

  void fact(Node parent, TaskKey child, boolean satisfied, Resolution resolution, boolean late) {
    // A task that ended before this transaction has no entry here; a new child of its batch has
    // one.
    boolean added = !lastEntry.containsKey(parent.key()) && lastEntry.containsKey(child);
    fact(parent, child, satisfied, resolution, added ? child : parent.key(), late);
  }

  /**
   * Replaces the fact of an edge by the current resolution of the parent, for a rerun of the child.
   */
  public void restate(Node parent, TaskKey child, boolean satisfied, Resolution resolution) {
    fact(parent, child, satisfied, resolution, child, false);
  }

  private void fact(
      Node parent,
      TaskKey child,
      boolean satisfied,
      Resolution resolution,
      TaskKey causer,
      boolean late) {
    Edge edge = new Edge(parent.key(), child);
    if (late && facts.containsKey(edge)) {
      return;
    }
    Position cause = lastEntry.getOrDefault(causer, new Position(-1, -1));
    facts.put(
        edge,
        new Fact(
            parent.key(),
            child,
            satisfied,
            resolution,
            parent.standing().attempt(),
            cause.event(),
            cause.entry(),
            late));
  }

  /** Removes the fact of an edge. */
  public void forget(Edge edge) {
    forgotten.add(edge);
    facts.remove(edge);
  }

  /** Drops what an item of a spread left in this transaction before its spread started over. */
  public void discard(TaskKey item, TaskKey spread) {
    facts.remove(new Edge(item, spread));
    results.remove(item);
  }

  /** Drops the new fact of an edge that keeps its former one. */
  public void drop(Edge edge) {
    facts.remove(edge);
  }

  /** Whether an edge between batches has a fact, given whether it had one when it was loaded. */
  boolean resolved(Edge edge, boolean before) {
    return facts.containsKey(edge) || (before && !forgotten.contains(edge));
  }

  /** Adds a webhook call for the outbox. */
  public void call(TaskKey task, Trigger trigger, int attempt) {
    calls.add(new Call(task, trigger, attempt));
  }

  /** Records a sign of life of the task's executor. */
  public void alive(TaskKey task) {
    alive.add(task);
  }

  /** Stores the result of a task. */
  public void result(TaskKey task, String json) {
    results.put(task, json);
  }

  void item(TaskKey task, String json) {
    items.put(task, json);
  }

  /** Sets the result of the batch, unless it already has one. */
  void output(TaskKey task, String json) {
    outputs.putIfAbsent(task.batchId(), new BatchOutput(task.no(), json, false));
  }

  /** Sets the result of a batch that is over with it and has succeeded. */
  void returned(TaskKey task, String json) {
    outputs.put(task.batchId(), new BatchOutput(task.no(), json, true));
    verdicts.put(task.batchId(), BatchOutcome.SUCCEEDED);
  }

  /** Sets the state of a batch, whatever its tasks say. */
  public void verdict(UUID batchId, BatchOutcome outcome) {
    verdicts.put(batchId, outcome);
  }

  /**
   * Records that a batch is paused, or no longer.
   *
   * @param alone the tasks that were paused before; null when the batch is resumed
   */
  public void pause(UUID batchId, @Nullable Set<Integer> alone) {
    pauses.put(batchId, alone);
  }

  /** Records that the deadline of a batch has passed and has no effect any more. */
  public void overdue(UUID batchId) {
    overdue.add(batchId);
  }

  /** Records that a task begins to wait. */
  void waits(TaskKey task, WaitTerms terms) {
    waits.put(task, terms);
  }

  /** Records that a task calls a workflow. */
  void calls(TaskKey task, CallTerms terms) {
    runs.put(task, terms);
  }

  /**
   * Removes the facts of the out-edges of tasks inside their batch, also those of this transaction.
   * Facts of edges into other batches stay.
   *
   * @param settled children that are not rerun, so that the facts of edges into them stay
   */
  public void reopen(Set<TaskKey> tasks, Set<TaskKey> settled) {
    reopened.addAll(tasks);
    tasks.forEach(task -> verdicts.remove(task.batchId()));
    kept.addAll(settled);
    kept.removeAll(tasks);
    results.keySet().removeAll(tasks);
    facts
        .values()
        .removeIf(fact ->
            fact.local() && tasks.contains(fact.parent()) && !settled.contains(fact.child()));
    outputs
        .entrySet()
        .removeIf(output -> tasks.contains(new TaskKey(output.getKey(), output.getValue().no())));
  }

  public List<Entries> events() {
    return events;
  }

  public Collection<Fact> facts() {
    return facts.values();
  }

  public List<Call> calls() {
    return calls;
  }

  public Map<TaskKey, String> results() {
    return results;
  }

  /** The values of the items that spreads created. */
  public Map<TaskKey, String> items() {
    return items;
  }

  /** Tasks whose out-edges lost their facts in a rerun. */
  public Set<TaskKey> reopened() {
    return reopened;
  }

  /** Children of reopened tasks that keep the facts of their edges. */
  public Set<TaskKey> kept() {
    return kept;
  }

  /** Edges whose facts are removed before new ones are written. */
  public Set<Edge> forgotten() {
    return forgotten;
  }

  /** Tasks whose executors gave a sign of life. */
  public Set<TaskKey> alive() {
    return alive;
  }

  public Map<UUID, BatchOutput> outputs() {
    return outputs;
  }

  /** What the tasks wait for that began to wait, unless they have ended since. */
  public Map<TaskKey, WaitTerms> waits() {
    return waits;
  }

  /** What the tasks call that began to call a workflow, unless they have ended since. */
  public Map<TaskKey, CallTerms> runs() {
    return runs;
  }

  /**
   * The batches that are paused, with the tasks that were paused before; null for a resumed one.
   */
  public Map<UUID, @Nullable Set<Integer>> pauses() {
    return pauses;
  }

  /** The batches whose deadlines have passed. */
  public Set<UUID> overdue() {
    return overdue;
  }

  /** The states of batches that their tasks do not decide. */
  public Map<UUID, BatchOutcome> verdicts() {
    return verdicts;
  }
}
