package dev.edgewise.core.decision;

import dev.edgewise.core.readiness.Cascade;
import dev.edgewise.core.readiness.Inline;
import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Decides the commands of one transaction, in their order. */
public final class Decider {
  private final BatchView view;
  private final Journal journal = new Journal();
  private final Cascade cascade;
  private final Transitions transitions;
  private final Reruns reruns;
  private final BatchPauses pauses;
  private final Set<OutsideEvent> applied = new HashSet<>();
  private int current;

  private record OutsideEvent(UUID batchId, String id) {}

  /**
   * @param inline creates the decider of nodes with expressions, which writes to the same journal
   * @param deadEnds whether ancestors are canceled when all of their children have ended
   * @param chance random numbers from 0 to 1 for the jitter of retries
   */
  public Decider(
      BatchView view, Function<Journal, Inline> inline, boolean deadEnds, DoubleSupplier chance) {
    this.view = view;
    this.cascade = new Cascade(view, journal, inline.apply(journal), deadEnds, view.now());
    this.transitions = new Transitions(view, journal, cascade, view.now(), chance);
    this.pauses = new BatchPauses(view, journal, transitions);
    this.reruns = new Reruns(view, journal, cascade, pauses);
  }

  /** Decides all commands. A decider is used once. */
  public Decision decide(List<Command> commands) {
    List<Answer> answers = new ArrayList<>(commands.size());
    for (current = 0; current < commands.size(); current++) {
      Command command = commands.get(current);
      if (admits(commands, current) && !admits(commands, current - 1)) {
        meetAll(commands);
      }
      answers.add(answer(command));
      // All new tasks are admitted before their effects propagate.
      if (!admits(commands, current) || !admits(commands, current + 1)) {
        cascade.run();
      }
    }
    return new Decision(view.all(), journal, answers);
  }

  private static boolean admits(List<Command> commands, int index) {
    return index >= 0 && index < commands.size() && commands.get(index) instanceof Command.Admit;
  }

  /**
   * Resolves the edges into new tasks before the first of them is decided, which may end others.
   */
  private void meetAll(List<Command> commands) {
    for (int i = current; admits(commands, i); i++) {
      Command.Admit admit = (Command.Admit) commands.get(i);
      Node node = view.find(admit.task());
      if (node != null) {
        cascade.meet(node, admit.firstNew());
      }
    }
  }

  /** Returns the index of the current command, also after an exception. */
  public int current() {
    return current;
  }

  private Answer answer(Command command) {
    return switch (command) {
      case Command.RerunFailed(var any) -> rerunFailed(any.batchId());
      case Command.BatchDeadline(var any) -> batchDeadline(any.batchId());
      case Command.PauseBatch(var any) -> pauses.pause(any.batchId());
      case Command.ResumeBatch(var any) -> pauses.resume(any.batchId());
      case Command.Reported(var id, var reported) -> once(id, reported, view.find(reported.task()));
      case Command.Ordered(var actor, var ordered) ->
          journal.orderedBy(actor, () -> answer(ordered));
      default -> ofTask(command, view.find(command.task()));
    };
  }

  private Answer rerunFailed(UUID batchId) {
    return view.exists(batchId)
        ? reruns.failed(view.endedWithoutSuccess(batchId))
        : new Answer.Unknown();
  }

  private Answer batchDeadline(UUID batchId) {
    if (!view.exists(batchId)) {
      return new Answer.Unknown();
    }
    view.requireLive(batchId);
    boolean over =
        view.all().stream()
            .filter(node -> node.key().batchId().equals(batchId))
            .allMatch(node -> node.state().terminal() || node.isDiscarded());
    if (over) {
      return new Answer.Refused(TaskState.SUCCESS, 0, "the batch is over");
    }
    journal.verdict(batchId, BatchOutcome.FAILED);
    journal.overdue(batchId);
    cascade.endBatch(batchId, Reason.BATCH_DEADLINE.text());
    return new Answer.Applied(TaskState.CANCELED, 0);
  }

  /** Applies an outside event unless it was applied before. */
  private Answer once(String id, Command reported, @Nullable Node node) {
    if (node == null || node.isDiscarded()) {
      return new Answer.Unknown();
    }
    OutsideEvent event = new OutsideEvent(node.key().batchId(), id);
    if (applied.contains(event) || view.hasApplied(event.batchId(), id)) {
      return new Answer.Repeated(node.state(), node.standing().attempt());
    }
    Answer answer = journal.causedBy(node.key(), id, () -> ofTask(reported, node));
    if (answer instanceof Answer.Applied) {
      applied.add(event);
    }
    return answer;
  }

  private Answer ofTask(Command command, @Nullable Node node) {
    // An earlier command of the group may have thrown the item of a spread away.
    if (node == null || node.isDiscarded()) {
      return new Answer.Unknown();
    }
    return switch (command) {
      case Command.Succeed(_, var token, var result) -> transitions.succeed(node, token, result);
      case Command.Fail(_, var token, var type, var reason, var retryable) ->
          transitions.fail(node, token, type, reason, retryable);
      case Command.Expire(_, var token, var started, var worker) ->
          transitions.expire(node, token, started, worker);
      case Command.PutBack(_, var token) -> transitions.putBack(node, token);
      case Command.GiveUp(_, var token, var reason) -> transitions.giveUp(node, token, reason);
      case Command.Alive(_, var token, var starts) -> transitions.alive(node, token, starts);
      case Command.Cancel(_, var downwards) -> transitions.cancel(node, null, downwards);
      case Command.Pause _ -> transitions.pause(node);
      case Command.Resume _ ->
          pauses.of(node.key().batchId()) == null
              ? transitions.resume(node)
              : new Answer.Refused(
                  node.state(),
                  node.standing().attempt(),
                  "its batch is paused, so resume the batch");
      case Command.Retry _ -> transitions.retry(node);
      case Command.Deadline _ -> transitions.deadline(node);
      case Command.Rerun _ -> reruns.task(node);
      case Command.Admit _ -> {
        cascade.ready(node);
        yield Answer.applied(node);
      }
      case Command.ChildrenEnded(_, var count, var climbs) -> {
        cascade.childrenEnded(node, count, climbs);
        yield Answer.applied(node);
      }
      case Command.RerunFailed _,
          Command.BatchDeadline _,
          Command.PauseBatch _,
          Command.ResumeBatch _,
          Command.Reported _,
          Command.Ordered _ ->
          throw new IllegalArgumentException(command + " is not a command about one task");
    };
  }
}
