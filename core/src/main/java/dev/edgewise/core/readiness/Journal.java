package dev.edgewise.core.readiness;

import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What happened in a transaction: ledger entries, facts, results and the calls that are owed. */
public final class Journal {
  private final List<Entries> events = new ArrayList<>();
  private final Map<EventKey, Integer> openEvents = new HashMap<>();
  private final Map<TaskKey, Position> lastEntry = new HashMap<>();
  private final List<Fact> facts = new ArrayList<>();
  private final List<Call> calls = new ArrayList<>();
  private final Map<TaskKey, String> results = new LinkedHashMap<>();
  private final Map<TaskKey, String> items = new LinkedHashMap<>();
  private final List<TaskKey> reopened = new ArrayList<>();
  private final List<Edge> forgotten = new ArrayList<>();
  private final Map<UUID, BatchOutput> outputs = new LinkedHashMap<>();

  /** An empty journal. */
  public Journal() {}

  /** One ledger row: the same transition of several tasks of a batch. */
  public record Entries(
      UUID batchId,
      String type,
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
  public record Call(TaskKey task, String trigger, int attempt) {}

  /** The result of a batch and the task that gave it. */
  public record BatchOutput(int no, String json) {}

  private record EventKey(UUID batchId, String type) {}

  private record Position(int event, int entry) {}

  /** Writes a ledger entry. */
  public void event(TaskKey task, String type, int attempt, @Nullable String detail) {
    event(task, type, attempt, detail, null);
  }

  /** Writes a ledger entry that an outside event caused. */
  public void event(
      TaskKey task, String type, int attempt, @Nullable String detail, @Nullable String sourceId) {
    EventKey eventKey = new EventKey(task.batchId(), type);
    Integer open = sourceId == null ? openEvents.get(eventKey) : null;
    // Entries of one task must keep their order, so a row is closed for it once a later row names
    // it.
    Position last = lastEntry.get(task);
    if (open == null || (last != null && open <= last.event())) {
      open = events.size();
      events.add(
          new Entries(
              task.batchId(),
              type,
              new ArrayList<>(),
              new ArrayList<>(),
              new ArrayList<>(),
              sourceId));
      openEvents.put(eventKey, open);
    }
    Entries entries = events.get(open);
    entries.nos().add(task.no());
    entries.attempts().add(attempt);
    entries.details().add(detail);
    lastEntry.put(task, new Position(open, entries.nos().size() - 1));
  }

  void fact(Node parent, TaskKey child, boolean satisfied, Resolution resolution) {
    // Only an edge from a task that ended before this transaction has no entry here to name.
    Position cause = lastEntry.getOrDefault(parent.key(), new Position(-1, -1));
    facts.add(
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
  void forget(TaskKey parent, TaskKey child) {
    forgotten.add(new Edge(parent, child));
  }

  /** Writes the fact of an edge anew that a rerun of the child takes up as it is now. */
  void restate(Node parent, TaskKey child, boolean satisfied, Resolution resolution) {
    Position cause = lastEntry.getOrDefault(child, new Position(-1, -1));
    facts.add(
        new Fact(
            parent.key(),
            child,
            satisfied,
            resolution,
            parent.standing().attempt(),
            cause.event(),
            cause.entry()));
  }

  void call(TaskKey task, String trigger, int attempt) {
    calls.add(new Call(task, trigger, attempt));
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

  void reopen(TaskKey task) {
    reopened.add(task);
    results.remove(task);
  }

  public List<Entries> events() {
    return events;
  }

  public List<Fact> facts() {
    return facts;
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
  public List<TaskKey> reopened() {
    return reopened;
  }

  /** Edges whose facts are to be taken back before new ones are written. */
  public List<Edge> forgotten() {
    return forgotten;
  }

  public Map<UUID, BatchOutput> outputs() {
    return outputs;
  }
}
