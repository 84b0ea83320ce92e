package dev.edgewise.server.handover;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.store.claim.Holder;
import dev.edgewise.server.store.claim.ReadyTask;
import dev.edgewise.server.store.graph.TaskBrief;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The ready tasks of one transaction that are promised to waiting workers. Every promise is settled
 * exactly once: the tasks are {@linkplain #give() given} after the commit, or the promise is
 * {@linkplain #takeBack() taken back}.
 */
public final class Assignment {
  private final Map<ReadyTask, WaitingWorker> promised;
  private final Set<WaitingWorker> unsettled;
  private final Map<WaitingWorker, List<Claimed>> tasks = new LinkedHashMap<>();
  private final Map<TaskKey, Holder> holders = new LinkedHashMap<>();

  Assignment(Map<ReadyTask, WaitingWorker> promised) {
    this.promised = promised;
    this.unsettled = new LinkedHashSet<>(promised.values());
  }

  /** The assignment of no task. */
  public static Assignment none() {
    return new Assignment(Map.of());
  }

  /** The tasks that are promised. */
  public Set<TaskKey> promised() {
    Set<TaskKey> keys = new LinkedHashSet<>();
    promised.keySet().forEach(ready -> keys.add(ready.task()));
    return keys;
  }

  /**
   * Completes the assignment with what the workers have to know of their tasks. A task without a
   * brief, because a rule has a say in it, is not assigned.
   *
   * @param now the transaction's time, from which leases count
   */
  public void brief(Map<TaskKey, TaskBrief> briefs, Instant now) {
    promised.forEach((ready, worker) -> {
      TaskBrief brief = briefs.get(ready.task());
      if (brief != null) {
        Holder holder = worker.holder(brief);
        holders.put(ready.task(), holder);
        tasks
            .computeIfAbsent(worker, _ -> new ArrayList<>())
            .add(Claimed.of(brief, ready.token(), now.plusSeconds(holder.leaseSecs())));
      }
    });
  }

  /** The assigned tasks and the workers that will hold them. */
  public Map<TaskKey, Holder> holders() {
    return holders;
  }

  /** Gives the workers their tasks: the transaction has committed. */
  public void give() {
    settle(tasks);
  }

  /** Takes the promises back: the transaction has not committed. */
  public void takeBack() {
    settle(Map.of());
  }

  private void settle(Map<WaitingWorker, List<Claimed>> given) {
    unsettled.forEach(worker -> worker.give(given.getOrDefault(worker, List.of())));
    unsettled.clear();
  }
}
