package dev.edgewise.core.decision;

import dev.edgewise.core.decision.Answer.Refused;
import dev.edgewise.core.decision.Answer.Repeated;
import dev.edgewise.core.readiness.Cascade;
import dev.edgewise.core.readiness.EntryType;
import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Nodes;
import dev.edgewise.core.readiness.Standing;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.Cause;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** The commands that change a task, one function each. All failures pass through {@link #fail}. */
public final class Transitions {
  private final Nodes nodes;
  private final Journal journal;
  private final Cascade cascade;
  private final Instant now;
  private final DoubleSupplier chance;

  /**
   * @param now the time of the transaction
   * @param chance random numbers from 0 to 1 for the jitter of retries
   */
  public Transitions(
      Nodes nodes, Journal journal, Cascade cascade, Instant now, DoubleSupplier chance) {
    this.nodes = nodes;
    this.journal = journal;
    this.cascade = cascade;
    this.now = now;
    this.chance = chance;
  }

  /**
   * Reports success.
   *
   * @param token the claim that the report belongs to; null for the current attempt
   * @param result a JSON text; null without a result
   */
  public Answer succeed(Node node, @Nullable Token token, @Nullable String result) {
    Answer refusal = guard(node, token, TaskState.SUCCESS);
    if (refusal != null) {
      return refusal;
    }
    if (result != null) {
      journal.result(node.key(), result);
    }
    cascade.end(node, TaskState.SUCCESS, Cause.SUCCESS, null);
    return applied(node);
  }

  /** Reports failure. The retry policy decides whether the task is retried. */
  public Answer fail(
      Node node, @Nullable Token token, FailureType type, String reason, boolean retryable) {
    // Only an on_start call can fail as a webhook.
    if (type == FailureType.WEBHOOK_FAILURE && node.state() != TaskState.CLAIMED) {
      return refused(node, "the call's claim is over");
    }
    Answer refusal = guard(node, token, TaskState.FAILURE);
    if (refusal != null) {
      return refusal;
    }
    var standing = node.standing();
    var policy = node.shape().retry();
    Cause cause = type == FailureType.TIMEOUT ? Cause.TIMEOUT : Cause.FAILURE;
    if (type == FailureType.TIMEOUT) {
      // Remote work must stop, even if another attempt follows.
      journal.call(node.key(), Trigger.CANCEL, standing.attempt());
    }
    if (retryable && policy != null && policy.takes(type, standing.retries())) {
      journal.event(node.key(), EntryType.RETRY_PENDING, standing.attempt(), reason);
      node.retryAt(now.plus(policy.delay(standing.retries(), chance.getAsDouble())), cause, reason);
    } else {
      cascade.end(node, TaskState.FAILURE, cause, reason);
    }
    return applied(node);
  }

  /** Returns null if the report may be applied, otherwise its answer. */
  private static @Nullable Answer guard(Node node, @Nullable Token token, TaskState outcome) {
    boolean speaksForNow = token == null || current(node.standing(), token);
    if (node.state().held()) {
      return speaksForNow ? null : refused(node, "the token belongs to an earlier attempt");
    }
    if (reached(node, token) == outcome) {
      return repeated(node);
    }
    return refused(
        node,
        speaksForNow
            ? "a completion needs a Claimed or Running task"
            : "the token belongs to an earlier attempt");
  }

  /** Returns how the attempt of a token ended, if that is still known; a rerun removes it. */
  private static @Nullable TaskState reached(Node node, @Nullable Token token) {
    var standing = node.standing();
    if (token == null || token.attempt() == standing.attempt()) {
      return node.state();
    }
    boolean retried =
        token.ofClaim()
            && token.attempt() < standing.attempt()
            && token.attempt() >= standing.attempt() - standing.retries();
    return retried ? TaskState.FAILURE : null;
  }

  private static boolean current(Standing standing, Token token) {
    return token.names(standing.attempt(), standing.claims());
  }

  /**
   * Cancels a task whose executor reports its cancellation, and the tasks that need its success.
   */
  public Answer giveUp(Node node, @Nullable Token token, @Nullable String reason) {
    Answer refusal = guard(node, token, TaskState.CANCELED);
    return refusal == null ? cancel(node, reason, true) : refusal;
  }

  /**
   * Records that the executor is running.
   *
   * @param starts whether it reports its start, or only a sign of life
   */
  public Answer alive(Node node, Token token, boolean starts) {
    var standing = node.standing();
    if (!node.state().held() || !current(standing, token)) {
      return refused(node, "the attempt is not under way");
    }
    if (starts && node.state() == TaskState.CLAIMED) {
      node.move(TaskState.RUNNING, Cause.START, standing.failureReason());
      journal.event(node.key(), EntryType.RUNNING, standing.attempt(), null);
    } else {
      journal.event(
          node.key(), starts ? EntryType.STARTED : EntryType.HEARTBEAT, standing.attempt(), null);
    }
    journal.alive(node.key());
    return applied(node);
  }

  /**
   * Cancels a task.
   *
   * @param reason the reason for this task, or the spread and its items; null for none
   * @param downwards whether descendants along on_success edges are canceled too
   */
  public Answer cancel(Node node, @Nullable String reason, boolean downwards) {
    if (node.state() == TaskState.CANCELED) {
      return repeated(node);
    }
    if (node.state().terminal()) {
      return refused(node, "the task has already ended");
    }
    List<Node> doomed = downwards ? Descent.alongSuccess(nodes, node) : List.of(node);
    for (Node each : doomed) {
      String why = each == node ? reason : null;
      cascade.end(each, TaskState.CANCELED, Cause.CANCEL, why);
      items(each).forEach(item -> cascade.end(item, TaskState.CANCELED, Cause.CANCEL, why));
    }
    return applied(node);
  }

  /** Pauses a task, and the items of a spread. */
  public Answer pause(Node node) {
    if (node.state() == TaskState.PAUSED) {
      return repeated(node);
    }
    if (node.state().terminal()) {
      return refused(node, "the task has already ended");
    }
    items(node).stream().filter(item -> item.state() != TaskState.PAUSED).forEach(this::hold);
    hold(node);
    return applied(node);
  }

  /** Pauses one task alone. */
  void hold(Node node) {
    node.pause();
    journal.event(node.key(), EntryType.PAUSED, node.standing().attempt(), null);
  }

  /** Resumes a paused task in its previous state. */
  public Answer resume(Node node) {
    if (node.state() != TaskState.PAUSED) {
      return refused(node, "only a Paused task can be resumed");
    }
    items(node).stream().filter(item -> item.state() == TaskState.PAUSED).forEach(this::release);
    release(node);
    return applied(node);
  }

  /** Resumes one task alone. */
  void release(Node node) {
    TaskState was = node.standing().pausedFrom();
    TaskState to = was == TaskState.CLAIMED || was == null ? TaskState.PENDING : was;
    node.resume(to);
    journal.event(node.key(), EntryType.RESUMED, node.standing().attempt(), to.columnName());
    cascade.ready(node);
    cascade.begin(node);
  }

  /**
   * Makes a task whose retry is due ready again, or begins one that runs without an executor when
   * its start is due.
   */
  public Answer retry(Node node) {
    if (node.state() == TaskState.PENDING) {
      cascade.begin(node);
      return node.state() == TaskState.PENDING ? refused(node, "no start is due") : applied(node);
    }
    Instant due = node.standing().nextRetryAt();
    if (node.state() != TaskState.RETRY_PENDING || due == null || due.isAfter(now)) {
      return refused(node, "no retry is due");
    }
    node.rearm();
    journal.event(node.key(), EntryType.PENDING, node.standing().attempt(), null);
    cascade.begin(node);
    return applied(node);
  }

  /** Fails a task whose deadline has passed. */
  public Answer deadline(Node node) {
    boolean spreading = node.waits() && node.standing().items() >= 0;
    if (node.state().terminal()
        || node.state() == TaskState.PAUSED
        || (node.waits() && !spreading)) {
      return refused(node, "its deadline does not run");
    }
    if (node.executing()) {
      // Remote work must stop.
      journal.call(node.key(), Trigger.CANCEL, node.standing().attempt());
    }
    String why = Reason.DEADLINE.text();
    List<Node> items = items(node);
    cascade.end(node, TaskState.FAILURE, Cause.DEADLINE, why);
    items.stream()
        .filter(item -> !item.state().terminal())
        .forEach(item -> cascade.end(item, TaskState.CANCELED, Cause.CANCEL, why));
    return applied(node);
  }

  /**
   * Ends a claim or an attempt that reached its timeout.
   *
   * @param started whether the attempt was running at the timeout; one that has started since then
   *     has a new timeout
   */
  public Answer expire(Node node, Token token, boolean started, boolean worker) {
    if (!current(node.standing(), token)) {
      return refused(node, "the claim is over");
    }
    if (started) {
      String reason = worker ? Reason.LEASE_EXPIRED.text() : Reason.TIMEOUT.text();
      return node.state() == TaskState.RUNNING
          ? fail(node, token, FailureType.TIMEOUT, reason, true)
          : refused(node, "the attempt is over");
    }
    if (node.state() != TaskState.CLAIMED) {
      return refused(node, "only a Claimed task can be given back");
    }
    node.move(TaskState.PENDING, Cause.CLAIM_TIMEOUT, null);
    journal.event(node.key(), EntryType.PENDING, node.standing().attempt(), "claim expired");
    return applied(node);
  }

  /** Makes a task ready again that was claimed for a worker and not given to one. */
  public Answer putBack(Node node, Token token) {
    if (node.state() != TaskState.RUNNING || !current(node.standing(), token)) {
      return refused(node, "the claim is over");
    }
    node.putBack();
    journal.event(node.key(), EntryType.PENDING, node.standing().attempt(), "put back");
    return applied(node);
  }

  /** Returns the live items of a spread. */
  private List<Node> items(Node barrier) {
    int count = barrier.standing().items();
    if (count <= 0) {
      return List.of();
    }
    List<TaskKey> keys = barrier.items();
    nodes.require(keys);
    List<Node> items = new ArrayList<>(count);
    for (TaskKey key : keys) {
      Node item = nodes.node(key);
      if (!item.state().terminal()) {
        items.add(item);
      }
    }
    return items;
  }

  private static Answer applied(Node node) {
    return Answer.applied(node);
  }

  private static Answer repeated(Node node) {
    return new Repeated(node.state(), node.standing().attempt());
  }

  private static Answer refused(Node node, String why) {
    return new Refused(node.state(), node.standing().attempt(), why);
  }
}
