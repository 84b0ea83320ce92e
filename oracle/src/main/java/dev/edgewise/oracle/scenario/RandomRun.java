package dev.edgewise.oracle.scenario;

import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.oracle.model.BatchModel;
import dev.edgewise.oracle.model.DagModel;
import dev.edgewise.oracle.model.Observation;
import dev.edgewise.oracle.model.Stimulus;
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
import dev.edgewise.oracle.model.Stimulus.Timeout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A run drawn from a seed: a graph and stimuli for it, each chosen when the state before it is
 * known. Most stimuli fit that state; others come too early, too late, twice, out of order, or
 * carry the token of another claim.
 */
public final class RandomRun {
  private static final int MAX_COMMANDS = 150;
  private static final int MAX_RERUNS = 2;

  /** The names of the signals that tasks wait for. */
  static final List<String> SIGNALS = List.of("go", "stop");

  private final long seed;
  private final Random random;
  private final DagModel dag;
  private final List<Stimulus> history = new ArrayList<>();
  private int reruns;
  private int signals;

  private RandomRun(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
    this.dag = new RandomDag(random).draw();
  }

  /** The run of that seed; the same seed gives the same run. */
  public static RandomRun of(long seed) {
    return new RandomRun(seed);
  }

  /** What reproduces the run. */
  public long seed() {
    return seed;
  }

  /** The graph that the first stimulus submits. */
  public DagModel dag() {
    return dag;
  }

  /** The next stimulus, given how the model stands after the ones before; empty at the end. */
  public Optional<Stimulus> next(BatchModel model) {
    Stimulus stimulus = history.isEmpty() ? new Submit(dag) : choose(model);
    if (stimulus == null || history.size() >= MAX_COMMANDS) {
      return Optional.empty();
    }
    history.add(stimulus);
    return Optional.of(stimulus);
  }

  /** A stimulus, or null when the run is over. */
  private @Nullable Stimulus choose(BatchModel model) {
    Observation observation = model.observe();
    if (observation.outcome() != BatchOutcome.RUNNING && chance(50)) {
      return afterTheEnd(observation);
    }
    if (history.size() > 1 && chance(12)) {
      return history.get(1 + random.nextInt(history.size() - 1));
    }
    if (chance(2)) {
      return ofBatch(observation);
    }
    if (chance(2) && awaitsSignals()) {
      return signal();
    }
    String task = pick(observation);
    return chance(12) ? stray(task, model) : fitting(task, observation, model);
  }

  private @Nullable Stimulus afterTheEnd(Observation observation) {
    return reruns < MAX_RERUNS && chance(40) ? rerun(observation) : null;
  }

  private Stimulus rerun(Observation observation) {
    reruns++;
    return chance(50) ? new RerunBatch() : new RerunTask(any(observation));
  }

  private Stimulus ofBatch(Observation observation) {
    return switch (random.nextInt(4)) {
      case 0 -> new StopBatch();
      case 1 -> rerun(observation);
      case 2 -> new Crash();
      default -> dag.deadlineSecs() > 0 ? new BatchOverdue() : new Crash();
    };
  }

  private boolean awaitsSignals() {
    return dag.nodes().stream()
        .anyMatch(node -> node.work() instanceof DagModel.Wait wait && wait.signal() != null);
  }

  private Stimulus signal() {
    boolean again = signals > 0 && chance(20);
    return new Signal(
        SIGNALS.get(random.nextInt(SIGNALS.size())),
        again ? 1 + random.nextInt(signals) : ++signals);
  }

  private DagModel.Node node(String task) {
    String submitted = task.replaceAll("\\[.*", "");
    return dag.nodes().stream().filter(node -> node.name().equals(submitted)).findFirst().get();
  }

  private String any(Observation observation) {
    List<String> names = List.copyOf(observation.tasks().keySet());
    return names.get(random.nextInt(names.size()));
  }

  /** Mostly a task that something can happen to. */
  private String pick(Observation observation) {
    List<String> live = new ArrayList<>();
    observation
        .tasks()
        .forEach((name, view) -> {
          if (!view.state().terminal() && (view.state() != TaskState.WAITING || chance(10))) {
            live.add(name);
          }
        });
    return live.isEmpty() || chance(5) ? any(observation) : live.get(random.nextInt(live.size()));
  }

  private Stimulus fitting(String task, Observation observation, BatchModel model) {
    int draw = random.nextInt(100);
    if (node(task).deadlineSecs() > 0 && chance(6)) {
      return new Overdue(task);
    }
    return switch (observation.task(task).state()) {
      case WAITING ->
          node(task).deadlineSecs() > 0 && draw < 20
              ? new Overdue(task)
              : draw < 60 ? new Pause(task) : cancel(task);
      case PENDING -> draw < 86 ? new Claim(task) : hold(task);
      case CLAIMED -> {
        if (draw < 45) {
          yield new Start(task, token(task, model));
        }
        if (draw < 60) {
          yield new Succeed(task, token(task, model));
        }
        yield draw < 80
            ? fail(task, model, chance(50) ? FailureType.WEBHOOK_FAILURE : FailureType.EXPLICIT)
            : draw < 88 ? new ClaimTimeout(task) : leave(task, model);
      }
      case RUNNING -> {
        if (!node(task).executed() && draw < 75 && unexecuted(task) != null) {
          yield Objects.requireNonNull(unexecuted(task));
        }
        if (draw < 50) {
          yield new Succeed(task, token(task, model));
        }
        yield draw < 75
            ? fail(task, model, FailureType.EXPLICIT)
            : draw < 83
                ? new Timeout(task)
                : draw < 87 ? new PutBack(task, token(task, model)) : leave(task, model);
      }
      case RETRY_PENDING -> draw < 80 ? new Due(task) : hold(task);
      case PAUSED -> draw < 85 ? new Resume(task) : cancel(task);
      case SUCCESS, FAILURE, CANCELED, SKIPPED -> stray(task, model);
    };
  }

  /** What mostly happens to a task that runs without an executor; null if an executor runs it. */
  private @Nullable Stimulus unexecuted(String task) {
    return switch (node(task).work()) {
      case DagModel.Wait wait -> wait.signal() != null && chance(60) ? signal() : new Due(task);
      case DagModel.WhenReady whenReady ->
          switch (whenReady) {
            case CALL -> {
              int draw = random.nextInt(100);
              yield draw < 40 ? new ChildStarts(task) : draw < 70 ? childEnd(task) : new Due(task);
            }
            case EXECUTED, GUARDED, VALUE, ERROR, OUTPUT, RETURN, UNCLEAR -> null;
          };
    };
  }

  private Stimulus childEnd(String task) {
    return new ChildEnds(
        task, chance(60) ? ChildEnd.SUCCEEDS : chance(70) ? ChildEnd.FAILS : ChildEnd.CANCELED);
  }

  /** Any stimulus at all, whether or not it makes sense. */
  private Stimulus stray(String task, BatchModel model) {
    return switch (random.nextInt(17)) {
      case 0 -> new Claim(task);
      case 1 -> new Start(task, token(task, model));
      case 2 -> new ClaimTimeout(task);
      case 3, 4 -> new Succeed(task, token(task, model));
      case 5 -> fail(task, model, FailureType.EXPLICIT);
      case 6 -> fail(task, model, FailureType.WEBHOOK_FAILURE);
      case 7 -> new Timeout(task);
      case 8 -> new Due(task);
      case 9 -> new Pause(task);
      case 10 -> new Resume(task);
      case 11 -> new GiveUp(task, token(task, model));
      case 12 -> new PutBack(task, token(task, model));
      case 13 -> new Overdue(task);
      case 14 -> new ChildStarts(task);
      case 15 -> childEnd(task);
      default -> chance(20) && reruns < MAX_RERUNS ? rerun(model.observe()) : cancel(task);
    };
  }

  private Stimulus leave(String task, BatchModel model) {
    return chance(40) ? new GiveUp(task, token(task, model)) : hold(task);
  }

  private Stimulus hold(String task) {
    return chance(60) ? new Pause(task) : cancel(task);
  }

  private Stimulus cancel(String task) {
    return new Cancel(task, chance(40));
  }

  private Stimulus fail(String task, BatchModel model, FailureType type) {
    String reason = (type == FailureType.WEBHOOK_FAILURE ? Reason.START_FAILED : "") + "boom";
    return new Fail(task, token(task, model), type, !chance(10), reason);
  }

  /** None, the latest, or any that ever was or will be; null means none. */
  private @Nullable Integer token(String task, BatchModel model) {
    int claims = model.claims(task);
    if (claims == 0 || chance(40)) {
      return null;
    }
    return chance(85) ? claims : Integer.valueOf(1 + random.nextInt(claims + 1));
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }
}
