package dev.edgewise.core.scenario;

import dev.edgewise.core.model.BatchModel;
import dev.edgewise.core.model.Command;
import dev.edgewise.core.model.Command.Cancel;
import dev.edgewise.core.model.Command.Claim;
import dev.edgewise.core.model.Command.ClaimTimeout;
import dev.edgewise.core.model.Command.Fail;
import dev.edgewise.core.model.Command.GiveUp;
import dev.edgewise.core.model.Command.Pause;
import dev.edgewise.core.model.Command.RerunBatch;
import dev.edgewise.core.model.Command.RerunTask;
import dev.edgewise.core.model.Command.Resume;
import dev.edgewise.core.model.Command.RetryDue;
import dev.edgewise.core.model.Command.Start;
import dev.edgewise.core.model.Command.StopBatch;
import dev.edgewise.core.model.Command.Submit;
import dev.edgewise.core.model.Command.Succeed;
import dev.edgewise.core.model.Command.Timeout;
import dev.edgewise.core.model.Dag;
import dev.edgewise.core.model.Snapshot;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A run drawn from a seed: a graph and commands for it, each chosen when the state before it is
 * known. Most commands fit that state; others come too early, too late, twice, out of order, or
 * carry the token of another claim.
 */
public final class RandomRun {
  private static final int MAX_COMMANDS = 150;
  private static final int MAX_RERUNS = 2;

  private final long seed;
  private final Random random;
  private final Dag dag;
  private final List<Command> history = new ArrayList<>();
  private int reruns;

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

  /** The graph that the first command submits. */
  public Dag dag() {
    return dag;
  }

  /** The next command, given how the model stands after the ones before; empty at the end. */
  public Optional<Command> next(BatchModel model) {
    Command command = history.isEmpty() ? new Submit(dag) : choose(model);
    if (command == null || history.size() >= MAX_COMMANDS) {
      return Optional.empty();
    }
    history.add(command);
    return Optional.of(command);
  }

  /** A command, or null when the run is over. */
  private @Nullable Command choose(BatchModel model) {
    Snapshot snapshot = model.observe();
    if (snapshot.outcome() != BatchOutcome.RUNNING && chance(50)) {
      return afterTheEnd(snapshot);
    }
    if (history.size() > 1 && chance(12)) {
      return history.get(1 + random.nextInt(history.size() - 1));
    }
    if (chance(1)) {
      return chance(50) ? new StopBatch() : rerun(snapshot);
    }
    String task = pick(snapshot);
    return chance(12) ? stray(task, model) : fitting(task, snapshot, model);
  }

  private @Nullable Command afterTheEnd(Snapshot snapshot) {
    return reruns < MAX_RERUNS && chance(40) ? rerun(snapshot) : null;
  }

  private Command rerun(Snapshot snapshot) {
    reruns++;
    return chance(50) ? new RerunBatch() : new RerunTask(any(snapshot));
  }

  private String any(Snapshot snapshot) {
    List<String> names = List.copyOf(snapshot.tasks().keySet());
    return names.get(random.nextInt(names.size()));
  }

  /** Mostly a task that something can happen to. */
  private String pick(Snapshot snapshot) {
    List<String> live = new ArrayList<>();
    snapshot
        .tasks()
        .forEach((name, view) -> {
          if (!view.state().terminal() && (view.state() != TaskState.WAITING || chance(10))) {
            live.add(name);
          }
        });
    return live.isEmpty() || chance(5) ? any(snapshot) : live.get(random.nextInt(live.size()));
  }

  private Command fitting(String task, Snapshot snapshot, BatchModel model) {
    int draw = random.nextInt(100);
    return switch (snapshot.task(task).state()) {
      case WAITING -> draw < 60 ? new Pause(task) : cancel(task);
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
        if (draw < 50) {
          yield new Succeed(task, token(task, model));
        }
        yield draw < 75
            ? fail(task, model, FailureType.EXPLICIT)
            : draw < 83 ? new Timeout(task) : leave(task, model);
      }
      case RETRY_PENDING -> draw < 80 ? new RetryDue(task) : hold(task);
      case PAUSED -> draw < 85 ? new Resume(task) : cancel(task);
      case SUCCESS, FAILURE, CANCELED, SKIPPED -> stray(task, model);
    };
  }

  /** Any command at all, whether or not it makes sense. */
  private Command stray(String task, BatchModel model) {
    return switch (random.nextInt(13)) {
      case 0 -> new Claim(task);
      case 1 -> new Start(task, token(task, model));
      case 2 -> new ClaimTimeout(task);
      case 3, 4 -> new Succeed(task, token(task, model));
      case 5 -> fail(task, model, FailureType.EXPLICIT);
      case 6 -> fail(task, model, FailureType.WEBHOOK_FAILURE);
      case 7 -> new Timeout(task);
      case 8 -> new RetryDue(task);
      case 9 -> new Pause(task);
      case 10 -> new Resume(task);
      case 11 -> new GiveUp(task, token(task, model));
      default -> chance(20) && reruns < MAX_RERUNS ? rerun(model.observe()) : cancel(task);
    };
  }

  private Command leave(String task, BatchModel model) {
    return chance(40) ? new GiveUp(task, token(task, model)) : hold(task);
  }

  private Command hold(String task) {
    return chance(60) ? new Pause(task) : cancel(task);
  }

  private Command cancel(String task) {
    return new Cancel(task, chance(40));
  }

  private Command fail(String task, BatchModel model, FailureType type) {
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
