package dev.edgewise.server.engine;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.Caller;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.child.ChildCalls;
import dev.edgewise.server.store.child.DueCall;
import dev.edgewise.server.store.child.DueCall.Child;
import dev.edgewise.server.store.child.DueCall.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the child batches of tasks that call workflows, pauses, resumes and stops them with their
 * tasks, and completes the tasks when the child batches are over.
 */
public final class ChildBatches implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ChildBatches.class);
  private static final Duration NOTHING_KNOWN = Duration.ofHours(1);

  /** Signals announce calls and the ends of child batches. This bounds the delay if one is lost. */
  private static final Duration SAFETY_NET = Duration.ofSeconds(30);

  private final ChildCalls calls;
  private final Committer committer;
  private final Batches batches;
  private final Signals signals;
  private final int depthMax;
  private final Loop loop;
  private final Signals.Listener listener;

  /** Acts on whole batches. */
  public interface Batches {
    /** Submits the child batch of a call. */
    Start start(DueCall call);

    /** Stops a batch. */
    void stop(Caller caller, UUID batchId);

    /** Pauses a batch, or resumes it. */
    void pause(Caller caller, UUID batchId, boolean paused);
  }

  /** What became of the start of a child batch. */
  public sealed interface Start {
    /** It runs, or has to wait for its turn, or the attempt is over. */
    record Done() implements Start {}

    /** It cannot start before a quota has room. */
    record Later(Duration pause) implements Start {}

    /** It cannot start. */
    record Refused(String why) implements Start {}
  }

  /** The counts of one round. */
  public record Round(int started, int ended, int stopped, int turned) {}

  /**
   * @param depthMax the largest number of calls inside one another
   */
  public ChildBatches(
      ChildCalls calls, Committer committer, Batches batches, Signals signals, int depthMax) {
    this.calls = calls;
    this.committer = committer;
    this.batches = batches;
    this.signals = signals;
    this.depthMax = depthMax;
    this.loop = new Loop("child-batches", SAFETY_NET, this::runUntilNext);
    this.listener =
        new Signals.Listener() {
          @Override
          public void timer() {
            loop.wake();
          }
        };
    signals.add(listener);
  }

  /** Starts the loop. */
  public ChildBatches start() {
    loop.start();
    return this;
  }

  /** Returns the liveness of the thread. */
  public Pulse pulse() {
    return loop.pulse();
  }

  private Duration runUntilNext() {
    runOnce();
    return calls.untilNext().orElse(NOTHING_KNOWN);
  }

  /** Handles all calls that are due now. */
  public Round runOnce() {
    int started = 0;
    int stopped = 0;
    int turned = 0;
    int ended = 0;
    List<DueCall> due;
    do {
      loop.pulse().begin();
      due = calls.due();
      List<Command> commands = new ArrayList<>();
      for (DueCall call : due) {
        Child child = call.child();
        switch (call.wanted()) {
          case STOP -> stopped += stop(call);
          case PAUSE -> turned += turn(call);
          case RUN -> {
            Command command =
                child == null ? started(call) : child.end() == null ? null : ended(call, child);
            if (command != null) {
              commands.add(command);
            } else if (child == null) {
              started++;
            } else {
              turned += turn(call);
            }
          }
        }
      }
      committer.applyWhenRoom(commands);
      ended += commands.size();
    } while (due.size() == ChildCalls.MAX_AT_ONCE);
    return new Round(started, ended, stopped, turned);
  }

  private int stop(DueCall call) {
    Child child = call.child();
    boolean live = child != null && child.end() == null;
    if (live) {
      batches.stop(call.caller(), Objects.requireNonNull(child).batchId());
    }
    calls.settle(call);
    return live ? 1 : 0;
  }

  private int turn(DueCall call) {
    Child child = call.child();
    boolean live = child != null && child.end() == null;
    if (live) {
      boolean paused = call.wanted() == DueCall.Wanted.PAUSE;
      batches.pause(call.caller(), Objects.requireNonNull(child).batchId(), paused);
    }
    calls.settle(call);
    return live ? 1 : 0;
  }

  /** Starts a child batch. Returns the failure of the task if it cannot start; null otherwise. */
  private @Nullable Command started(DueCall call) {
    if (call.level() > depthMax) {
      return failed(
          call,
          "calls are nested more than %d levels deep (CALL_DEPTH_MAX)".formatted(depthMax),
          false);
    }
    return switch (batches.start(call)) {
      case Start.Done _ -> null;
      case Start.Later(Duration pause) -> {
        calls.postpone(call, pause);
        yield null;
      }
      case Start.Refused(String why) -> {
        log.debug("Task {}: cannot start workflow {}: {}", call.task(), call.workflow(), why);
        yield failed(call, why, true);
      }
    };
  }

  private static Command ended(DueCall call, Child child) {
    End end = Objects.requireNonNull(child.end());
    if (end.outcome() == BatchOutcome.SUCCEEDED) {
      return end.fits()
          ? new Command.Succeed(call.task(), call.token(), end.result())
          : failed(
              call, "its result is larger than %d bytes".formatted(Limits.RESULT_MAX_BYTES), false);
    }
    String verb = end.outcome() == BatchOutcome.CANCELED ? "it was canceled" : "it failed";
    String why =
        end.failedTask() == null
            ? verb
            : end.failedTask() + ": " + (end.reason() == null ? verb : end.reason());
    return failed(call, why, true);
  }

  private static Command failed(DueCall call, String why, boolean retryable) {
    return new Command.Fail(
        call.task(),
        call.token(),
        FailureType.EXPLICIT,
        "Workflow %s failed: %s".formatted(call.workflow(), why),
        retryable);
  }

  @Override
  public void close() {
    signals.remove(listener);
    loop.close();
  }
}
