package dev.edgewise.core.model;

import dev.edgewise.core.state.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One task of the model: plain fields, moved by the batch. */
final class TaskModel {
  final int number;
  final Dag.Node node;
  final List<Integer> children = new ArrayList<>();

  TaskState state;

  /** What a paused task was; null unless it is paused. */
  @Nullable TaskState pausedFrom;

  /** Why the task is where it is; null when there is nothing to say. */
  @Nullable String reason;

  int attempt;

  /** Retries used up since the submission or the latest rerun. */
  int retriesSpent;

  int satisfied;

  /** The attempt of each claim; the last one is the only claim that can be current. */
  final List<Integer> attemptOfClaim = new ArrayList<>();

  /** How attempts ended that ended by success or failure. */
  final Map<Integer, TaskState> outcomeOfAttempt = new HashMap<>();

  Duration claimedAt = Duration.ZERO;
  Duration activeAt = Duration.ZERO;
  Duration retryAt = Duration.ZERO;

  TaskModel(int number, Dag.Node node) {
    this.number = number;
    this.node = node;
    boolean ready = node.parents().isEmpty() && node.decision() == Dag.Decision.EXECUTED;
    this.state = ready ? TaskState.PENDING : TaskState.WAITING;
  }

  String name() {
    return node.name();
  }

  int total() {
    return node.parents().size();
  }

  boolean terminal() {
    return state.terminal();
  }

  /** Whether the task still waits for edges, paused or not. */
  boolean waiting() {
    return state == TaskState.WAITING || pausedFrom == TaskState.WAITING;
  }

  int claims() {
    return attemptOfClaim.size();
  }
}
