package dev.edgewise.oracle.model;

import dev.edgewise.core.state.Cause;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.oracle.model.Stimulus.Cancel;
import dev.edgewise.oracle.model.Stimulus.Claim;
import dev.edgewise.oracle.model.Stimulus.ClaimTimeout;
import dev.edgewise.oracle.model.Stimulus.Fail;
import dev.edgewise.oracle.model.Stimulus.GiveUp;
import dev.edgewise.oracle.model.Stimulus.OfTask;
import dev.edgewise.oracle.model.Stimulus.Pause;
import dev.edgewise.oracle.model.Stimulus.PutBack;
import dev.edgewise.oracle.model.Stimulus.RerunBatch;
import dev.edgewise.oracle.model.Stimulus.RerunTask;
import dev.edgewise.oracle.model.Stimulus.Resume;
import dev.edgewise.oracle.model.Stimulus.RetryDue;
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

/** The in-memory engine of one batch: applies stimuli, one at a time. */
public final class BatchModel {
  /** How old a claim may grow while nobody answers for it. */
  public static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(30);

  private final TaskModels tasks = new TaskModels();
  private final Settlement settlement;
  private final Attempts attempts;
  private final Reruns reruns;

  /**
   * A batch that is still to be submitted.
   *
   * @param deadEnds whether useless ancestors are canceled
   */
  public BatchModel(boolean deadEnds) {
    settlement = new Settlement(tasks, deadEnds);
    attempts = new Attempts(tasks, settlement);
    reruns = new Reruns(tasks, settlement);
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
          case Submit(DagModel dag) -> submit(dag);
          case StopBatch _ -> stop();
          case RerunBatch _ -> reruns.fromFailure();
          case Tick(Duration time) -> tick(time);
          case OfTask ofTask -> ofTask(ofTask);
        };
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
      case RetryDue _ -> attempts.retryDue(task);
      case Pause _ -> pause(task);
      case Resume _ -> resume(task);
      case Cancel(_, boolean cascade) -> cancel(task, cascade);
      case RerunTask _ -> reruns.task(task);
    };
  }

  private Verdict submit(DagModel dag) {
    tasks.create(dag);
    settlement.settle(
        tasks.submitted().stream().flatMap(task -> settlement.decide(task).stream()).toList());
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
    TaskState was = task.state;
    tasks.move(task, TaskState.PAUSED, Cause.PAUSE);
    task.pausedFrom = was;
    return new Applied();
  }

  private Verdict resume(TaskModel task) {
    TaskState was = task.pausedFrom;
    if (was == null) {
      return new Refused(task.state);
    }
    task.liveItems().forEach(this::resume);
    boolean ready = was == TaskState.WAITING && task.satisfied == task.needed();
    boolean queues = ready && task.node.executed();
    boolean startsOver = was == TaskState.CLAIMED;
    tasks.move(task, queues || startsOver ? TaskState.PENDING : was, Cause.RESUME);
    task.activeAt = tasks.now();
    settlement.settle(settlement.decide(task));
    return new Applied();
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
    endAll(
        doomed.stream()
            .flatMap(each -> Stream.concat(Stream.of(each), each.liveItems().stream()))
            .toList(),
        Cause.CANCEL);
    return new Applied();
  }

  private Verdict stop() {
    List<TaskModel> alive = tasks.all().stream().filter(task -> !task.terminal()).toList();
    endAll(alive, Cause.STOP);
    alive.forEach(task -> task.reason = Reason.BATCH_STOPPED.text());
    return alive.isEmpty() ? new Repeated() : new Applied();
  }

  private void endAll(Iterable<TaskModel> doomed, Cause cause) {
    List<TaskModel> ended = new ArrayList<>();
    for (TaskModel task : doomed) {
      tasks.move(task, TaskState.CANCELED, cause);
      task.reason = null;
      ended.add(task);
    }
    settlement.settle(ended);
  }

  private Verdict tick(Duration time) {
    tasks.advance(time);
    for (TaskModel task : tasks.all()) {
      Duration timeout = Duration.ofSeconds(task.node.timeoutSecs());
      switch (task.state) {
        case RETRY_PENDING -> tasks.ifDue(task.retryAt, () -> attempts.retryDue(task));
        case RUNNING -> tasks.ifDue(task.activeAt.plus(timeout), () -> attempts.timeout(task));
        case CLAIMED ->
            tasks.ifDue(task.claimedAt.plus(CLAIM_TIMEOUT), () -> attempts.claimTimeout(task));
        case WAITING, PENDING, PAUSED, SUCCESS, FAILURE, CANCELED, SKIPPED -> {}
      }
    }
    return new Applied();
  }

  /** The graph that was submitted. */
  public DagModel dag() {
    return new DagModel(tasks.submitted().stream().map(task -> task.node).toList());
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
    return tasks.observe();
  }
}
