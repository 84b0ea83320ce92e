package dev.edgewise.server.commit;

import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.decision.Decider;
import dev.edgewise.core.decision.Decision;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Standing;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.commit.view.BatchCache;
import dev.edgewise.server.commit.view.Caches;
import dev.edgewise.server.commit.view.CachesByEra;
import dev.edgewise.server.commit.view.LoadedView;
import dev.edgewise.server.commit.view.NotCachedException;
import dev.edgewise.server.commit.view.Views;
import dev.edgewise.server.database.Transactions;
import dev.edgewise.server.handover.Assignment;
import dev.edgewise.server.handover.WaitingWorkers;
import dev.edgewise.server.store.apply.DecisionRows;
import dev.edgewise.server.store.apply.Placement;
import dev.edgewise.server.store.apply.RareWrites;
import dev.edgewise.server.store.apply.UnexecutedRows;
import dev.edgewise.server.store.audit.AuditAction;
import dev.edgewise.server.store.audit.AuditEntry;
import dev.edgewise.server.store.audit.AuditTrail;
import dev.edgewise.server.store.claim.Holder;
import dev.edgewise.server.store.graph.TaskBrief;
import dev.edgewise.server.store.update.Report;
import dev.edgewise.server.store.update.Reports;
import dev.edgewise.server.store.update.TaskUpdate;
import dev.edgewise.server.store.update.TaskUpdates;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** One transaction over a group of orders: load, decide, assign, write. */
final class GroupTransaction {
  private final CommitSettings settings;
  private final CachesByEra caches;
  private final WaitingWorkers workers;
  private final List<Order> orders;
  private final List<Command> commands;
  private final Effort effort;
  private boolean mayUseMemory = true;
  private Caches used;
  private Assignment assignment = Assignment.none();

  /**
   * A written decision.
   *
   * @param lanes those in which tasks can be claimed now
   * @param assigned how many tasks waiting workers get
   * @param leftByWorkers the lanes of the tasks that workers held until now
   */
  record Written(
      List<Answer> answers,
      Set<String> lanes,
      boolean unparked,
      boolean calls,
      boolean timers,
      int assigned,
      Tally tally,
      List<String> leftByWorkers,
      List<BatchCache.Left> left) {

    static Written nothing(List<Answer> answers) {
      return new Written(
          answers, Set.of(), false, false, false, 0, Tally.NOTHING, List.of(), List.of());
    }
  }

  GroupTransaction(
      CommitSettings settings,
      CachesByEra caches,
      WaitingWorkers workers,
      List<Order> orders,
      Effort effort) {
    this.settings = settings;
    this.caches = caches;
    this.workers = workers;
    this.orders = orders;
    this.commands = orders.stream().map(Order::command).toList();
    this.effort = effort;
    this.used = caches.latest();
  }

  /**
   * Runs in a transaction of its own, again when the database asks for it. If it throws, nothing is
   * committed and no worker is promised anything.
   */
  Written run(Jdbi jdbi) {
    try {
      return Transactions.retryingUnbegun(jdbi, this::attempt);
    } catch (RuntimeException | Error e) {
      assignment.takeBack();
      doubt();
      throw e;
    }
  }

  private Written attempt(Handle handle) {
    assignment.takeBack();
    boolean fromMemory = mayUseMemory;
    // What was decided from memory in vain is read the next time.
    mayUseMemory = false;
    used = caches.of(handle);
    Views views = new Views(handle, used, workers::anyWaitIn, settings.skew().get());
    LoadedView view = fromMemory ? views.load(commands) : views.loadLocked(commands);
    Decision decision = decide(handle, view);
    if (decision == null) {
      view = views.loadLocked(commands);
      decision = Objects.requireNonNull(decide(handle, view));
    }
    return write(handle, view, decision, true);
  }

  /** Runs inside a transaction of the caller's and assigns no task. */
  Written within(Handle handle) {
    used = caches.of(handle);
    Views views = new Views(handle, used, _ -> false, settings.skew().get());
    LoadedView view = views.loadLocked(commands);
    return write(handle, view, Objects.requireNonNull(decide(handle, view)), false);
  }

  /** Decides about the commands; null when memory may be why one is not applied. */
  private @Nullable Decision decide(Handle handle, LoadedView view) {
    Decider decider =
        new Decider(
            view,
            journal -> settings.expressions().inline(handle, view, journal, effort),
            settings.deadEnds(),
            ThreadLocalRandom.current()::nextDouble);
    try {
      Decision decision = decider.decide(commands);
      return view.fromMemory() && !decision.appliesAll() ? null : decision;
    } catch (NotCachedException e) {
      return null;
    } catch (TooMuchEffortException e) {
      throw e.during(decider.current());
    }
  }

  /**
   * @param own whether the transaction has nothing else to do, so that the last exchange may end it
   */
  private Written write(Handle handle, LoadedView view, Decision decision, boolean own) {
    List<TaskUpdate> updates = updates(decision);
    List<Report.About> reports = reports(decision);
    List<AuditEntry> audits = audits(decision);
    RareWrites rare = new RareWrites(handle, view.now());
    rare.reopen(decision.journal());
    rare.forget(decision.journal().forgotten());
    rare.dropKnown(decision.journal());
    rare.insertItems(decision.nodes(), decision.journal());
    if (decision.changesNothing()) {
      applyUpdates(handle, updates, reports, view.now());
      return Written.nothing(decision.answers());
    }
    DecisionRows rows = new DecisionRows(decision, view.now());
    Map<TaskKey, Holder> assigned = own ? assign(handle, rows.placement(), view) : Map.of();
    UnexecutedRows unexecuted = UnexecutedRows.of(decision);
    boolean unparks = view.anyParked() && rows.placement().freesPlaces();
    boolean last =
        own
            && updates.isEmpty()
            && reports.isEmpty()
            && audits.isEmpty()
            && !unparks
            && unexecuted.isEmpty()
            && !RareWrites.follow(decision.journal(), decision.nodes());
    if (!last || rows.takeTwoExchanges()) {
      Transactions.begin(handle);
    }
    var expected = new DecisionRows.Expected(view.versions(), view.fromMemory());
    rows.write(handle, decision, expected, assigned, last);
    int unparked = unparks ? rows.unpark(handle) : 0;
    rare.resolveForeign(decision.journal().facts());
    unexecuted.write(handle, view.now());
    rare.extend(decision.journal().alive(), view);
    int calls = rare.owe(decision.journal().calls());
    rare.discard(decision.nodes());
    AuditTrail.add(handle, audits, view.now());
    applyUpdates(handle, updates, reports, view.now());
    return new Written(
        decision.answers(),
        rows.lanes(assigned),
        unparked > 0,
        calls > 0,
        rows.placement().setsTimers() || unexecuted.setTimers(),
        assigned.size(),
        Tally.of(decision.nodes()),
        rows.placement().leftByWorkers(),
        left(view, decision, rows, assigned));
  }

  /** Assigns ready tasks to waiting workers and finds out what these have to know of them. */
  private Map<TaskKey, Holder> assign(Handle handle, Placement placement, LoadedView view) {
    assignment = workers.assign(placement.assignable(settings.limits().current().keySet()));
    Set<TaskKey> unknown = assignment.promised();
    unknown.removeAll(view.briefs().keySet());
    Map<TaskKey, TaskBrief> briefs = new HashMap<>(view.briefs());
    briefs.putAll(TaskBrief.readUnruled(handle, unknown));
    assignment.brief(briefs, view.now());
    return assignment.holders();
  }

  /** What persons and keys changed, for the audit trail. */
  private List<AuditEntry> audits(Decision decision) {
    List<AuditEntry> audits = new ArrayList<>();
    for (int i = 0; i < commands.size(); i++) {
      if (commands.get(i) instanceof Command.Ordered(String actor, Command ordered)
          && decision.answers().get(i) instanceof Answer.Applied) {
        Caller caller = new Caller(Workspace.of(ordered.task().batchId()), actor);
        audits.add(new AuditEntry(caller, action(ordered), ordered.task().toString()));
      }
    }
    return audits;
  }

  private static AuditAction action(Command ordered) {
    return switch (ordered) {
      case Command.Succeed _ -> AuditAction.TASK_APPROVE;
      case Command.Fail _ -> AuditAction.TASK_REJECT;
      case Command.Cancel _ -> AuditAction.TASK_CANCEL;
      case Command.Pause _ -> AuditAction.TASK_PAUSE;
      case Command.Resume _ -> AuditAction.TASK_RESUME;
      case Command.Rerun _ -> AuditAction.TASK_RERUN;
      case Command.RerunFailed _ -> AuditAction.BATCH_RERUN;
      case Command.PauseBatch _ -> AuditAction.BATCH_PAUSE;
      case Command.ResumeBatch _ -> AuditAction.BATCH_RESUME;
      default -> throw new IllegalArgumentException(ordered + " is not an operator's command");
    };
  }

  private List<TaskUpdate> updates(Decision decision) {
    List<TaskUpdate> updates = new ArrayList<>();
    for (int i = 0; i < orders.size(); i++) {
      TaskUpdate update = orders.get(i).update();
      if (update != null && decision.answers().get(i) instanceof Answer.Applied) {
        updates.add(update);
      }
    }
    return updates;
  }

  /** The reports of the attempts that the decision ends. */
  private List<Report.About> reports(Decision decision) {
    List<Report.About> reports = new ArrayList<>();
    for (int i = 0; i < orders.size(); i++) {
      Report report = orders.get(i).report();
      if (report != null
          && decision.answers().get(i) instanceof Answer.Applied(TaskState state, int attempt)) {
        // A task that will be tried again has the number of its next attempt.
        int ended = state == TaskState.RETRY_PENDING ? attempt - 1 : attempt;
        reports.add(new Report.About(orders.get(i).command().task(), ended, report));
      }
    }
    return reports;
  }

  private static void applyUpdates(
      Handle handle, List<TaskUpdate> updates, List<Report.About> reports, Instant now) {
    if (!updates.isEmpty()) {
      Transactions.begin(handle);
      TaskUpdates.apply(handle, updates, true, now);
    }
    if (!reports.isEmpty()) {
      Transactions.begin(handle);
      Reports.write(handle, reports);
    }
  }

  /** How the batches are left, as far as the cache may keep it. */
  private static List<BatchCache.Left> left(
      LoadedView view, Decision decision, DecisionRows rows, Map<TaskKey, Holder> assigned) {
    Map<UUID, Map<Integer, Standing>> standings = new HashMap<>();
    Set<UUID> unclear = new HashSet<>();
    for (Node node : decision.nodes()) {
      TaskKey key = node.key();
      if (node.isDiscarded() || !view.cacheable(key.batchId())) {
        unclear.add(key.batchId());
      }
      Standing standing = node.standing();
      standings
          .computeIfAbsent(key.batchId(), _ -> new HashMap<>())
          .put(
              key.no(), assigned.containsKey(key) ? standing.claimed(TaskState.RUNNING) : standing);
    }
    standings.keySet().removeAll(unclear);
    List<BatchCache.Left> left = new ArrayList<>();
    standings.forEach((batchId, each) -> {
      long version = Objects.requireNonNull(view.versions().get(batchId));
      left.add(
          new BatchCache.Left(batchId, rows.moveVersion(batchId) ? version + 1 : version, each));
    });
    return left;
  }

  /** Has the cache forget the batches of this group. */
  void doubt() {
    used.batches().doubt(orders.stream().map(Order::batchId).collect(Collectors.toSet()));
  }

  /** Has the cache keep how the committed group left its batches. */
  void remember(Written written) {
    written.left().forEach(used.batches()::left);
  }

  /** Gives the waiting workers their tasks. */
  void handOver() {
    assignment.give();
  }
}
