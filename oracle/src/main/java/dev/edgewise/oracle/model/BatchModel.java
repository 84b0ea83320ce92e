package dev.edgewise.oracle.model;

import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.Cause;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.oracle.model.Stimulus.BatchOverdue;
import dev.edgewise.oracle.model.Stimulus.Cancel;
import dev.edgewise.oracle.model.Stimulus.ChildEnd;
import dev.edgewise.oracle.model.Stimulus.ChildEnds;
import dev.edgewise.oracle.model.Stimulus.ChildStarts;
import dev.edgewise.oracle.model.Stimulus.Claim;
import dev.edgewise.oracle.model.Stimulus.ClaimTimeout;
import dev.edgewise.oracle.model.Stimulus.Crash;
import dev.edgewise.oracle.model.Stimulus.Due;
import dev.edgewise.oracle.model.Stimulus.Fail;
import dev.edgewise.oracle.model.Stimulus.GiveUp;
import dev.edgewise.oracle.model.Stimulus.OfTask;
import dev.edgewise.oracle.model.Stimulus.Overdue;
import dev.edgewise.oracle.model.Stimulus.Pause;
import dev.edgewise.oracle.model.Stimulus.PutBack;
import dev.edgewise.oracle.model.Stimulus.RerunBatch;
import dev.edgewise.oracle.model.Stimulus.RerunTask;
import dev.edgewise.oracle.model.Stimulus.Resume;
import dev.edgewise.oracle.model.Stimulus.Signal;
import dev.edgewise.oracle.model.Stimulus.Start;
import dev.edgewise.oracle.model.Stimulus.StopBatch;
import dev.edgewise.oracle.model.Stimulus.Submit;
import dev.edgewise.oracle.model.Stimulus.Succeed;
import dev.edgewise.oracle.model.Stimulus.Tick;
import dev.edgewise.oracle.model.Stimulus.Timeout;
import dev.edgewise.oracle.model.Verdict.Applied;
import dev.edgewise.oracle.model.Verdict.Refused;
import dev.edgewise.oracle.model.Verdict.Repeated;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The in-memory engine of one batch: applies stimuli, one at a time. */
public final class BatchModel {
  /** How old a claim may grow while nobody answers for it. */
  public static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(30);

  private final TaskModels tasks = new TaskModels();
  private final Settlement settlement;
  private final Attempts attempts;
  private final Reruns reruns;
  private final SentSignals signals;
  private DagModel dag = new DagModel(List.of(), false, 0);

  /** When the deadline of the batch passes; null when it has none, or it has passed. */
  private @Nullable Duration deadlineAt;

  /**
   * A batch that is still to be submitted.
   *
   * @param deadEnds whether useless ancestors are canceled
   */
  public BatchModel(boolean deadEnds) {
    settlement = new Settlement(tasks, deadEnds);
    attempts = new Attempts(tasks, settlement);
    reruns = new Reruns(tasks, settlement);
    signals = new SentSignals(tasks);
  }

  /** A batch of this shape, submitted, with dead ends canceled. */
  public static BatchModel of(DagModel dag) {
    BatchModel model = new BatchModel(true);
    model.apply(new Submit(dag));
    return model;
  }

  /** Applies a stimulus and returns all that followed from it. */
  public Step apply(Stimulus stimulus) {
    Verdict verdict =
        switch (stimulus) {
          case Submit(DagModel given) -> submit(given);
          case StopBatch _ -> stop();
          case RerunBatch _ -> reruns.fromFailure();
          case BatchOverdue _ -> overdue();
          case Signal signal -> signals.send(signal);
          case Crash _ -> new Applied();
          case Tick(Duration time) -> tick(time);
          case OfTask ofTask -> ofTask(ofTask);
        };
    signals.take(tasks.drainBegun());
    return new Step(verdict, tasks.drainChanges());
  }

  private Verdict ofTask(OfTask stimulus) {
    TaskModel task = tasks.named(stimulus.task());
    return task == null ? new Refused(null) : apply(stimulus, task);
  }

  private Verdict apply(OfTask stimulus, TaskModel task) {
    return switch (stimulus) {
      case Claim _ -> attempts.claim(task);
      case Start start -> attempts.start(task, start.claim());
      case ClaimTimeout _ -> attempts.claimTimeout(task);
      case PutBack(_, Integer claim) -> attempts.putBack(task, claim);
      case Succeed succeed -> attempts.succeed(task, succeed);
      case Fail fail -> attempts.fail(task, fail);
      case GiveUp(_, Integer claim) ->
          Attempts.obstacle(task, claim, TaskState.CANCELED).orElseGet(() -> cancel(task, true));
      case Timeout _ -> attempts.timeout(task);
      case Due _ -> attempts.due(task);
      case Overdue _ -> attempts.overdue(task);
      case ChildStarts _ -> Children.start(task);
      case ChildEnds(_, ChildEnd how) -> Children.end(task, how);
      case Pause _ -> pause(task);
      case Resume _ -> resume(task);
      case Cancel(_, boolean cascade) -> cancel(task, cascade);
      case RerunTask _ -> reruns.task(task);
    };
  }

  private Verdict submit(DagModel given) {
    dag = given;
    settlement.stopOnFailure(given.stopsOnFailure());
    deadlineAt = given.deadlineSecs() > 0 ? tasks.now().plusSeconds(given.deadlineSecs()) : null;
    tasks.create(given);
    tasks.submitted().forEach(settlement::admit);
    settlement.settle();
    return new Applied();
  }

  private Verdict pause(TaskModel task) {
    if (task.state == TaskState.PAUSED) {
      return new Repeated();
    }
    if (task.terminal()) {
      return new Refused(task.state);
    }
    task.liveItems().forEach(this::pause);
    task.waitLeft = left(task.waitUntil);
    task.deadlineLeft = left(task.deadlineAt);
    TaskState was = task.state;
    tasks.move(task, TaskState.PAUSED, Cause.PAUSE);
    task.pausedFrom = was;
    return new Applied();
  }

  private @Nullable Duration left(@Nullable Duration end) {
    return end == null ? null : end.minus(tasks.now());
  }

  private Verdict resume(TaskModel task) {
    if (task.pausedFrom == null) {
      return new Refused(task.state);
    }
    task.liveItems().stream().filter(item -> item.pausedFrom != null).forEach(this::release);
    release(task);
    settlement.settle();
    return new Applied();
  }

  private void release(TaskModel task) {
    TaskState was = Objects.requireNonNull(task.pausedFrom);
    boolean ready = was == TaskState.WAITING && task.satisfied == task.needed();
    boolean queues = ready && task.node.executed();
    boolean startsOver = was == TaskState.CLAIMED;
    tasks.move(task, queues || startsOver ? TaskState.PENDING : was, Cause.RESUME);
    task.activeAt = tasks.now();
    task.waitUntil = task.waitLeft == null ? null : tasks.now().plus(task.waitLeft);
    task.deadlineAt = task.deadlineLeft == null ? null : tasks.now().plus(task.deadlineLeft);
    if (queues) {
      settlement.queued(task);
    }
    settlement.decide(task);
  }

  private Verdict cancel(TaskModel task, boolean cascade) {
    if (task.state == TaskState.CANCELED) {
      return new Repeated();
    }
    if (task.terminal()) {
      return new Refused(task.state);
    }
    Set<TaskModel> doomed = new LinkedHashSet<>(Set.of(task));
    if (cascade) {
      List<TaskModel> open = new ArrayList<>(doomed);
      while (!open.isEmpty()) {
        for (TaskModel child : tasks.successChildren(open.removeLast())) {
          if (!child.terminal() && doomed.add(child)) {
            open.add(child);
          }
        }
      }
    }
    doomed.stream()
        .flatMap(each -> Stream.concat(Stream.of(each), each.liveItems().stream()))
        .toList()
        .forEach(each -> settlement.end(each, TaskState.CANCELED, Cause.CANCEL, null));
    settlement.settle();
    return new Applied();
  }

  private Verdict stop() {
    List<TaskModel> alive = tasks.alive();
    alive.forEach(
        task -> settlement.end(task, TaskState.CANCELED, Cause.STOP, Reason.BATCH_STOPPED.text()));
    settlement.settle();
    return alive.isEmpty() ? new Repeated() : new Applied();
  }

  private Verdict overdue() {
    if (deadlineAt == null || tasks.outcome() != BatchOutcome.RUNNING) {
      return new Refused(null);
    }
    deadlineAt = null;
    tasks.verdict(BatchOutcome.FAILED);
    settlement.endBatch(Reason.BATCH_DEADLINE.text());
    settlement.settle();
    return new Applied();
  }

  private Verdict tick(Duration time) {
    tasks.advance(time);
    for (TaskModel task : tasks.all()) {
      Duration timeout = Duration.ofSeconds(task.node.timeoutSecs());
      if (task.state == TaskState.RUNNING) {
        tasks.ifDue(task.activeAt.plus(timeout), () -> attempts.timeout(task));
      } else if (task.state == TaskState.CLAIMED) {
        tasks.ifDue(task.claimedAt.plus(CLAIM_TIMEOUT), () -> attempts.claimTimeout(task));
      }
    }
    for (TaskModel task : tasks.all()) {
      boolean waits = task.node.work() instanceof DagModel.Wait;
      Duration end = task.answer == null ? task.waitUntil : tasks.now();
      if (task.state == TaskState.RUNNING && waits && end != null) {
        tasks.ifDue(end, () -> attempts.due(task));
      }
    }
    for (TaskModel task : tasks.all()) {
      if (task.onDeadline()) {
        tasks.ifDue(Objects.requireNonNull(task.deadlineAt), () -> attempts.overdue(task));
      }
    }
    if (deadlineAt != null) {
      tasks.ifDue(deadlineAt, this::overdue);
    }
    for (TaskModel task : tasks.all()) {
      if (task.state == TaskState.RETRY_PENDING) {
        tasks.ifDue(task.retryAt, () -> attempts.due(task));
      }
    }
    return new Applied();
  }

  /** The graph that was submitted. */
  public DagModel dag() {
    return dag;
  }

  private TaskModel existing(String task) {
    return Objects.requireNonNull(tasks.named(task), task);
  }

  /** How often the task was claimed so far. */
  public int claims(String task) {
    return existing(task).claims();
  }

  /** When the task's next attempt is due, counted from the submission. */
  public Duration retryAt(String task) {
    return existing(task).retryAt;
  }

  /** The time that ticks have made pass since the submission. */
  public Duration now() {
    return tasks.now();
  }

  /** Everything that can be seen from outside. */
  public Observation observe() {
    return tasks.observe(signals.kept());
  }
}
