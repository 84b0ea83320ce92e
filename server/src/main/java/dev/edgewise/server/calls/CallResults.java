package dev.edgewise.server.calls;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Trigger;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.commit.GroupCommit;
import dev.edgewise.server.commit.Order;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Transactions;
import dev.edgewise.server.life.OverloadedException;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.life.WaitClock;
import dev.edgewise.server.store.claim.Leases;
import dev.edgewise.server.store.delivery.CallEnd;
import dev.edgewise.server.store.delivery.Delivery;
import dev.edgewise.server.store.delivery.Executions;
import dev.edgewise.server.store.delivery.Outbox;
import dev.edgewise.server.store.delivery.Permit;
import dev.edgewise.server.store.update.Report;
import dev.edgewise.server.webhook.AnswerReader;
import dev.edgewise.server.webhook.CallReply;
import dev.edgewise.server.webhook.StartAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits the ends of calls in groups: each group holds the calls that ended while the previous
 * group was committed. One transaction stores the end in the execution and moves the task to
 * Running or settles the outbox entry. Commands that end tasks go to the committer afterwards. If
 * this server dies in between, another server finds the end in the execution.
 */
final class CallResults implements GroupCommit.Work<CallResults.Ended>, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(CallResults.class);
  private static final int GROUP_SIZE = 500;

  private final Database database;
  private final Committer committer;
  private final Leases leases;
  private final Executions executions;
  private final Outbox outbox;
  private final AnswerReader answers;
  private final GroupCommit<Ended> queue =
      new GroupCommit<>(
          "webhook-results",
          new GroupCommit.Sizes(GROUP_SIZE, Limits.CALL_RESULTS_MAX_QUEUED, Duration.ZERO),
          WaitClock.SYSTEM,
          this);

  /** A call that has ended. */
  sealed interface Ended {

    /** The end to store in the execution; null when it is stored already. */
    @Nullable CallEnd end();

    Delivery delivery();

    /**
     * A task's on_start call.
     *
     * @param answer the receiver's answer; null when the call failed
     */
    record Start(
        Leases.Held held, Delivery delivery, @Nullable CallEnd end, @Nullable StartAnswer answer)
        implements Ended {}

    /**
     * A call from the outbox.
     *
     * @param cancelAction the action that the receiver of a wait's on_start call named; null when
     *     it named none
     */
    record Owed(
        Outbox.Settled settled,
        Delivery delivery,
        @Nullable CallEnd end,
        @Nullable String cancelAction)
        implements Ended {}
  }

  /** The follow-up of a committed group. */
  private record Committed(List<Order> orders, boolean calls, boolean moved) {}

  CallResults(
      Database database,
      Committer committer,
      Leases leases,
      Executions executions,
      Outbox outbox,
      AnswerReader answers) {
    this.database = database;
    this.committer = committer;
    this.leases = leases;
    this.executions = executions;
    this.outbox = outbox;
    this.answers = answers;
  }

  void start() {
    queue.start(Thread.ofVirtual());
  }

  /** Returns the liveness of the thread. */
  Pulse pulse() {
    return queue.pulse();
  }

  /**
   * Queues the end of a call and blocks while the queue is full. The call keeps its place until
   * then, so that no more calls start than can be committed.
   */
  void submit(Ended ended) {
    queue.add(ended);
  }

  /**
   * Returns the cancel action that the reply to the on_start call of a wait names; null for other
   * calls. Nothing else in that reply counts.
   */
  @Nullable String cancelAction(Delivery delivery, CallReply reply) {
    return delivery.trigger() == Trigger.START
            && answers.read(reply) instanceof StartAnswer.Started(String action)
        ? action
        : null;
  }

  @Override
  public void commit(List<Ended> group) {
    Committed committed = Transactions.retrying(database.engine(), handle -> write(handle, group));
    if (committed.calls() || committed.moved()) {
      committer.signals().committed(Set.of(), false, committed.calls(), false);
    }
    committed.orders().forEach(this::report);
  }

  /**
   * Logs the failure. The calls are made again after the claim timeout, with the same idempotency
   * keys.
   */
  @Override
  public void failed(List<Ended> items, Throwable cause) {
    items.forEach(ended ->
        log.warn(
            "The end of delivery {} was not committed; it is called again after the claim timeout",
            ended.delivery().key(),
            cause));
  }

  /**
   * Submits a command that ends a task. If it cannot be committed, the claim expires and the next
   * server reads the end of the call from the execution.
   */
  private void report(Order order) {
    try {
      var _ =
          committer
              .submit(order)
              .whenComplete((_, failure) -> {
                if (failure != null) {
                  logUncommitted(order.command(), failure);
                }
              });
    } catch (OverloadedException e) {
      logUncommitted(order.command(), e);
    }
  }

  private static void logUncommitted(Command command, Throwable failure) {
    log.warn(
        "The end of task {} was not committed; it follows when the claim expires",
        command.task(),
        failure);
  }

  private Committed write(Handle handle, List<Ended> group) {
    List<CallEnd> ends = new ArrayList<>();
    List<Outbox.Settled> settled = new ArrayList<>();
    for (Ended ended : group) {
      if (ended.end() != null) {
        ends.add(ended.end());
      }
      if (ended instanceof Ended.Owed owed) {
        settled.add(owed.settled());
      }
    }
    Map<Delivery, Permit> others = ends.isEmpty() ? Map.of() : executions.end(handle, ends);
    outbox.settle(handle, settled);
    List<Leases.Answered> answered = new ArrayList<>();
    List<Order> orders = new ArrayList<>();
    for (Ended ended : group) {
      if (ended instanceof Ended.Start start) {
        decide(start, others.get(start.delivery()), answered, orders);
      }
    }
    Set<TaskKey> moved = leases.started(handle, answered);
    return new Committed(orders, learn(handle, group, answered, moved) > 0, !moved.isEmpty());
  }

  /**
   * @param other the state of the delivery if this call's end was superseded; null if it was stored
   */
  private void decide(
      Ended.Start start,
      @Nullable Permit other,
      List<Leases.Answered> answered,
      List<Order> orders) {
    Leases.Held held = start.held();
    StartAnswer answer =
        start.answer() == null && other instanceof Permit.Done(String body)
            ? answers.read(body, true)
            : start.answer();
    switch (answer) {
      case StartAnswer.Started(String cancelAction) ->
          answered.add(new Leases.Answered(held, cancelAction));
      case StartAnswer.Uncancelable _ -> answered.add(new Leases.Answered(held, null));
      case StartAnswer.Succeeded(String result) ->
          orders.add(Order.of(new Command.Succeed(held.task(), held.token(), result)));
      case StartAnswer.Failed(String reason, boolean retryable, String error) ->
          orders.add(
              new Order(
                  new Command.Fail(
                      held.task(), held.token(), FailureType.EXPLICIT, reason, retryable),
                  null,
                  Report.ofError(error)));
      case null -> {
        CallEnd end = start.end();
        if (other == null && end != null) {
          orders.add(
              Order.of(
                  new Command.Fail(
                      held.task(),
                      held.token(),
                      FailureType.WEBHOOK_FAILURE,
                      Reason.START_FAILED + end.error(),
                      true)));
        }
      }
    }
  }

  /**
   * Stores the cancel actions of waits, and of tasks that left Claimed before the answer came:
   * their cancel calls may need them.
   */
  private int learn(
      Handle handle, List<Ended> group, List<Leases.Answered> answered, Set<TaskKey> moved) {
    List<Outbox.Learned> late = new ArrayList<>();
    for (Ended ended : group) {
      if (ended instanceof Ended.Owed(_, Delivery delivery, _, String action) && action != null) {
        late.add(new Outbox.Learned(delivery.task(), delivery.attempt(), action));
      }
    }
    for (Leases.Answered answer : answered) {
      String action = answer.cancelAction();
      if (action != null && !moved.contains(answer.held().task())) {
        late.add(new Outbox.Learned(answer.held().task(), answer.held().token().attempt(), action));
      }
    }
    return outbox.learn(handle, late);
  }

  /** Commits the queued ends and stops. */
  @Override
  public void close() {
    queue.close();
  }
}
