package dev.edgewise.oracle.model;

import dev.edgewise.core.state.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One task of the model: plain fields, moved by the batch. */
final class TaskModel {
  final DagModel.Node node;

  /** Tasks are numbered in the order in which they come to be. */
  final int number;

  /** The spread that the task is an item of; null when it was submitted itself. */
  final @Nullable TaskModel spread;

  final List<TaskModel> parents = new ArrayList<>();
  final List<TaskModel> children = new ArrayList<>();

  /** What a spread has become, by index; empty before that. */
  final List<TaskModel> items = new ArrayList<>();

  TaskState state;

  /** What a paused task was; null unless it is paused. */
  @Nullable TaskState pausedFrom;

  /** Why the task is where it is; null when there is nothing to say. */
  @Nullable String reason;

  /** What the task returned, in JSON; null when it returned nothing. */
  @Nullable String result;

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

  /** When its wait ends by itself; null when it does not, or while it is paused. */
  @Nullable Duration waitUntil;

  /** When its deadline passes; null while it has none that runs. */
  @Nullable Duration deadlineAt;

  /** What was left of the two when it was paused; null unless it is paused. */
  @Nullable Duration waitLeft;

  @Nullable Duration deadlineLeft;

  /** What has come that ends its wait or its call; null before that. */
  @Nullable Answer answer;

  /** The workflows that were started for it. */
  int workflows;

  /** Whether a workflow was started for this attempt. */
  boolean called;

  /** What ends a wait or a call: a failure if it has a reason, else a success. */
  record Answer(@Nullable String result, @Nullable String reason) {}

  TaskModel(DagModel.Node node, @Nullable TaskModel spread, int number) {
    this.node = node;
    this.number = number;
    this.spread = spread;
    boolean ready = node.parents().isEmpty() && node.executed();
    this.state = ready ? TaskState.PENDING : TaskState.WAITING;
  }

  String name() {
    return node.name();
  }

  /** How many edges must be satisfied, with those of its items. */
  int needed() {
    return neededParents() + items.size();
  }

  /** How many edges from its parents must be satisfied. */
  int neededParents() {
    return node.join().needed(parents.size());
  }

  /** Whether it is an item whose bad end does not count for its batch. */
  boolean collected() {
    return spread != null && spread.node.spread() != null && spread.node.spread().absorbs();
  }

  /** Whether the clock of its deadline runs. */
  boolean onDeadline() {
    boolean began = state != TaskState.WAITING || !items.isEmpty();
    return node.deadlineSecs() > 0 && began && !terminal() && state != TaskState.PAUSED;
  }

  /** Whether it waits or calls, paused or not. */
  boolean runsByItself() {
    return node.runsByItself() && (state == TaskState.RUNNING || pausedFrom == TaskState.RUNNING);
  }

  boolean succeeded() {
    return state == TaskState.SUCCESS;
  }

  /** Whether it failed or was canceled. */
  boolean endedBadly() {
    return state == TaskState.FAILURE || state == TaskState.CANCELED;
  }

  /** The items of a spread that have not ended. */
  List<TaskModel> liveItems() {
    return items.stream().filter(item -> !item.terminal()).toList();
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
