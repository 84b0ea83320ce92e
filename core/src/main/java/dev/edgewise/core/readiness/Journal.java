package dev.edgewise.core.readiness;

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

/** What happened in a transaction: ledger entries, facts, results and the calls that are owed. */
public final class Journal {

  /** The most entries of one ledger row: who reads a part of a row has all of it read. */
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
  private final Set<TaskKey> alive = new LinkedHashSet<>();
  private @Nullable Source source;

  /** An empty journal. */
  public Journal() {}

  /** One ledger row: the same transition of some tasks of a batch. */
  public record Entries(
      UUID batchId,
      EntryType type,
      List<Integer> nos,
      List<Integer> attempts,
      List<@Nullable String> details,
      @Nullable String sourceId) {}

  /** A newly resolved edge, and the ledger entry that resolved it. */
  public record Fact(
      TaskKey parent,
      TaskKey child,
      boolean satisfied,
      Resolution resolution,
      int attempt,
      int event,
      int entry) {

    /** Whether both ends are in one batch. */
    public boolean local() {
      return parent.batchId().equals(child.batchId());
    }
  }

  /** The two ends of an edge. */
  public record Edge(TaskKey parent, TaskKey child) {}

  /** A webhook that the transition owes. */
  public record Call(TaskKey task, Trigger trigger, int attempt) {}

  /** The result of a batch and the task that gave it. */
  public record BatchOutput(int no, String json) {}

  private record EventKey(UUID batchId, EntryType type) {}

  private record Source(TaskKey task, String id) {}

  private record Position(int event, int entry) {}

  /**
   * Has the first ledger entry about a task that a command writes name the outside event that the
   * command stands for.
   */
  public <T> T causedBy(TaskKey task, String sourceId, Supplier<T> command) {
    source = new Source(task, sourceId);
    try {
      return command.get();
    } finally {
      source = null;
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

  /** Writes a ledger entry. */
  public void event(TaskKey task, EntryType type, int attempt, @Nullable String detail) {
    String sourceId = takeSource(task);
    EventKey eventKey = new EventKey(task.batchId(), type);
    Integer open = sourceId == null ? openEvents.get(eventKey) : null;
    // Entries of one task must keep their order, so a row is closed for it once a later row names
    // it.
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
              sourceId));
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

  void fact(Node parent, TaskKey child, boolean satisfied, Resolution resolution) {
    // Only an edge from a task that ended before this transaction has no entry here to name.
    fact(parent, child, satisfied, resolution, parent.key());
  }

  /** Writes the fact of an edge anew that a rerun of the child takes up as it is now. */
  public void restate(Node parent, TaskKey child, boolean satisfied, Resolution resolution) {
    fact(parent, child, satisfied, resolution, child);
  }

  private void fact(
      Node parent, TaskKey child, boolean satisfied, Resolution resolution, TaskKey causer) {
    Position cause = lastEntry.getOrDefault(causer, new Position(-1, -1));
    facts.put(
        new Edge(parent.key(), child),
        new Fact(
            parent.key(),
            child,
            satisfied,
            resolution,
            parent.standing().attempt(),
            cause.event(),
            cause.entry()));
  }

  /** Takes back the fact of one edge. */
  public void forget(Edge edge) {
    forgotten.add(edge);
    facts.remove(edge);
  }

  /** Whether an edge between batches has its fact, given whether it had when it was loaded. */
  boolean resolved(Edge edge, boolean before) {
    return facts.containsKey(edge) || (before && !forgotten.contains(edge));
  }

  /** Takes note of a webhook that a transition owes. */
  public void call(TaskKey task, Trigger trigger, int attempt) {
    calls.add(new Call(task, trigger, attempt));
  }

  /** Its executor has given a sign of life. */
  public void alive(TaskKey task) {
    alive.add(task);
  }

  /** Keeps a task's result. */
  public void result(TaskKey task, String json) {
    results.put(task, json);
  }

  void item(TaskKey task, String json) {
    items.put(task, json);
  }

  /** Offers a result for the batch; the first one wins. */
  void output(TaskKey task, String json) {
    outputs.putIfAbsent(task.batchId(), new BatchOutput(task.no(), json));
  }

  /**
   * Takes back what ended tasks said inside their batch, also within this transaction. Other
   * batches keep what they were told.
   *
   * @param settled children that are not asked again, so that the facts about them stay
   */
  public void reopen(Set<TaskKey> tasks, Set<TaskKey> settled) {
    reopened.addAll(tasks);
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

  /** The values of the items that spreads made. */
  public Map<TaskKey, String> items() {
    return items;
  }

  /** Tasks whose out-edges lost their facts to a rerun. */
  public Set<TaskKey> reopened() {
    return reopened;
  }

  /** Children of reopened tasks about which the facts stay. */
  public Set<TaskKey> kept() {
    return kept;
  }

  /** Edges whose facts are to be taken back before new ones are written. */
  public Set<Edge> forgotten() {
    return forgotten;
  }

  /** Tasks whose executors have given a sign of life. */
  public Set<TaskKey> alive() {
    return alive;
  }

  public Map<UUID, BatchOutput> outputs() {
    return outputs;
  }
}
