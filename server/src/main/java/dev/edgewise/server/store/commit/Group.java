package dev.edgewise.server.store.commit;

import dev.edgewise.core.readiness.Answer;
import dev.edgewise.core.readiness.Cascade;
import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Reruns;
import dev.edgewise.core.readiness.Transitions;
import dev.edgewise.server.store.Transactions;
import dev.edgewise.server.store.commit.Takers.Handover;
import dev.edgewise.server.store.commit.Takers.Ready;
import dev.edgewise.server.store.update.TaskUpdate;
import dev.edgewise.server.store.update.TaskUpdates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** One transaction over a group of commands. */
final class Group {
  private final Handle handle;
  private final CommitSettings settings;
  private final Memory memory;
  private final Takers takers;
  private final Consumer<Handover> offered;
  private final boolean own;
  private final Effort effort;

  /**
   * What a committed group answers, whom it should wake, and how it left the batches.
   *
   * @param leftByWorkers the lanes of the tasks that workers held until now
   */
  record Committed(
      List<Answer> answers,
      Set<String> lanes,
      boolean unparked,
      boolean calls,
      boolean timers,
      Tally tally,
      List<String> leftByWorkers,
      List<Left> left) {}

  /** How a batch was left. */
  record Left(UUID batchId, long version, Map<Integer, Node.Standing> standings) {}

  /** What was decided about some tasks, not yet written. */
  private record Decision(
      WorkingSet nodes, Journal journal, List<Answer> answers, List<TaskUpdate> updates) {
    /** Whether it would stand if what was recalled is still so. */
    boolean certain() {
      return !nodes.recalled() || answers.stream().allMatch(Answer.Applied.class::isInstance);
    }
  }

  /**
   * @param takers are offered the tasks that become ready
   * @param offered is told what they take before the transaction ends
   * @param own whether nothing else belongs to the transaction, so that the group may begin and end
   *     it
   * @param effort how much work expressions may take
   */
  Group(
      Handle handle,
      CommitSettings settings,
      Memory memory,
      Takers takers,
      Consumer<Handover> offered,
      boolean own,
      Effort effort) {
    this.handle = handle;
    this.settings = settings;
    this.memory = memory;
    this.takers = takers;
    this.offered = offered;
    this.own = own;
    this.effort = effort;
  }

  /**
   * Applies the commands in order; what is not committed then, the caller commits.
   *
   * @param recalling whether it may rely on what is remembered, as far as that goes
   */
  Committed apply(List<Command> commands, boolean recalling) {
    Decision decision;
    try {
      decision = decide(commands, recalling);
      // What was remembered may be why something was refused.
      decision = decision.certain() ? decision : decide(commands, false);
    } catch (WorkingSet.ForgottenException e) {
      decision = decide(commands, false);
    }
    List<TaskUpdate> updates = decision.updates();
    Committed committed = write(decision, own && updates.isEmpty());
    if (!updates.isEmpty()) {
      TaskUpdates.apply(handle, updates, true, settings.skew().get());
    }
    return committed;
  }

  private Decision decide(List<Command> commands, boolean recalling) {
    WorkingSet nodes =
        WorkingSet.of(handle, memory, commands, recalling, takers::waitIn, settings.skew().get());
    // While the batches are locked nobody else adds to them.
    SeenEvents seen = SeenEvents.of(handle, commands);
    Journal journal = new Journal();
    var inline = settings.expressions().inline(handle, nodes, journal, effort);
    Cascade cascade = new Cascade(nodes, journal, inline, settings.deadEnds());
    Transitions transitions =
        new Transitions(
            nodes, journal, cascade, nodes.now(), ThreadLocalRandom.current()::nextDouble);
    Reruns reruns = new Reruns(nodes, journal, cascade);
    List<Answer> answers = new ArrayList<>(commands.size());
    List<TaskUpdate> updates = new ArrayList<>();
    int i = 0;
    try {
      for (; i < commands.size(); i++) {
        Command command = commands.get(i);
        Answer answer =
            switch (command) {
              case Command.RerunFailed(var any) -> rerunFailed(nodes, reruns, any.batchId());
              case Command.Reported(var id, var reported) ->
                  seen.once(
                      id,
                      nodes.find(command.task()),
                      node ->
                          journal.causedBy(
                              node.key(),
                              id,
                              () -> decide(reported, node, transitions, reruns, cascade)));
              default -> decide(command, nodes.find(command.task()), transitions, reruns, cascade);
            };
        answers.add(answer);
        TaskUpdate update = command.update();
        if (update != null && answer instanceof Answer.Applied) {
          updates.add(update);
        }
        // New tasks are all decided before anything follows from one of them.
        boolean another = i + 1 < commands.size() && commands.get(i + 1) instanceof Command.Admit;
        if (!(command instanceof Command.Admit) || !another) {
          cascade.run();
        }
      }
    } catch (TooMuchEffortException e) {
      throw e.during(i);
    }
    return new Decision(nodes, journal, answers, updates);
  }

  private Handover offer(List<Ready> ready, WorkingSet nodes) {
    Handover handover = takers.offer(handle, ready, nodes.briefs(), nodes.now());
    offered.accept(handover);
    return handover;
  }

  private static Answer rerunFailed(WorkingSet nodes, Reruns reruns, UUID batchId) {
    return nodes.locked(batchId) ? reruns.failed(nodes.endedBadly(batchId)) : new Answer.Unknown();
  }

  private static Answer decide(
      Command command,
      @Nullable Node node,
      Transitions transitions,
      Reruns reruns,
      Cascade cascade) {
    if (node == null) {
      return new Answer.Unknown();
    }
    return switch (command) {
      case Command.Succeed(_, var token, var result, _) -> transitions.succeed(node, token, result);
      case Command.Fail(_, var token, var type, var reason, var retryable, _) ->
          transitions.fail(node, token, type, reason, retryable);
      case Command.Expire(_, var token, var started, var worker) ->
          transitions.expire(node, token, started, worker);
      case Command.GiveUp(_, var token, var reason) -> transitions.giveUp(node, token, reason);
      case Command.Alive(_, var token, var starts) -> transitions.alive(node, token, starts);
      case Command.Cancel(_, var downwards) -> transitions.cancel(node, null, downwards);
      case Command.Pause _ -> transitions.pause(node);
      case Command.Resume _ -> transitions.resume(node);
      case Command.Retry _ -> transitions.retry(node);
      case Command.Rerun _ -> reruns.task(node);
      case Command.RerunFailed _, Command.Reported _ ->
          throw new IllegalArgumentException("not one command about one task");
      case Command.Admit _ -> cascade.admit(node);
      case Command.ChildrenEnded(_, var count, var climbs) ->
          cascade.childrenEnded(node, count, climbs);
    };
  }

  private Committed write(Decision decision, boolean mayCommit) {
    WorkingSet nodes = decision.nodes();
    Journal journal = decision.journal();
    SideEffects effects = new SideEffects(handle, nodes.now());
    effects.reopen(journal);
    effects.forget(journal.forgotten());
    effects.insertItems(nodes.all(), journal);
    Outcome outcome = new Outcome(nodes, journal, ready -> offer(ready, nodes));
    // Edges from tasks that ended earlier and counts leave no line in the ledger, yet they are new.
    if (journal.events().isEmpty()
        && journal.facts().isEmpty()
        && nodes.all().stream().noneMatch(Node::changed)) {
      return new Committed(
          decision.answers(), Set.of(), false, false, false, Tally.NOTHING, List.of(), List.of());
    }
    boolean unparks = nodes.anyParked() && outcome.freesPlaces();
    boolean more = unparks || SideEffects.follow(journal, nodes.all());
    boolean last = mayCommit && !more;
    if (!last || outcome.takesTwo()) {
      Transactions.begin(handle);
    }
    long begun = System.nanoTime();
    memory.clock().told(outcome.write(handle, last), begun);
    int unparked = unparks ? outcome.unpark(handle) : 0;
    effects.resolveForeign(journal.facts());
    effects.extend(journal.alive(), nodes, settings.skew().get());
    int calls = effects.owe(journal.calls());
    effects.discard(nodes.all());
    return new Committed(
        decision.answers(),
        outcome.lanes(),
        unparked > 0,
        calls > 0,
        outcome.timers(),
        Tally.of(nodes.all()),
        outcome.leftByWorkers(),
        outcome.left());
  }
}
