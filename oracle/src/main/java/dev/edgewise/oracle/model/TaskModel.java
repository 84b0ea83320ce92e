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

  TaskModel(DagModel.Node node, @Nullable TaskModel spread) {
    this.node = node;
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

  /** Whether it is an item whose bad end its spread makes a value of. */
  boolean collected() {
    return spread != null && spread.collects();
  }

  /** Whether it makes values of the bad ends of its items. */
  boolean collects() {
    return node.spread() != null && node.spread().collect();
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
