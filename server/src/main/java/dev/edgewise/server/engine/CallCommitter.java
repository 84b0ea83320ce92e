package dev.edgewise.server.engine;

import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.Reasons;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.Database;
import dev.edgewise.server.store.Transactions;
import dev.edgewise.server.store.claim.Leases;
import dev.edgewise.server.store.commit.Command;
import dev.edgewise.server.store.commit.Committer;
import dev.edgewise.server.store.delivery.CallEnd;
import dev.edgewise.server.store.delivery.Delivery;
import dev.edgewise.server.store.delivery.Executions;
import dev.edgewise.server.store.delivery.Outbox;
import dev.edgewise.server.store.delivery.Permit;
import dev.edgewise.server.webhook.StartAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits what calls came to in groups: whatever came back while the last group was committed.
 * First the execution says so, in the same transaction the task runs or the outbox lets go; what
 * ends a task goes on to the committer after that, and is found again from the execution if this
 * server dies in between.
 */
final class CallCommitter implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(CallCommitter.class);
  private static final int GROUP_SIZE = 500;

  private final Database database;
  private final Committer committer;
  private final Leases leases;
  private final Executions executions;
  private final Outbox outbox;
  private final LinkedBlockingQueue<Queued> queue = new LinkedBlockingQueue<>();
  private final Thread thread;

  /** What the thread takes next. */
  sealed interface Queued {
    /** It stops here; interrupting it would break its connection in the middle of a statement. */
    record Stop() implements Queued {}
  }

  /** A call that is over. */
  sealed interface Ended extends Queued {

    /** What the execution has to know; null when it knows already. */
    @Nullable CallEnd end();

    Delivery delivery();

    /**
     * A task's on_start call.
     *
     * @param answer what the receiver said; null when the call failed
     */
    record Start(
        Leases.Held held, Delivery delivery, @Nullable CallEnd end, @Nullable StartAnswer answer)
        implements Ended {}

    /** A call that a task owed. */
    record Owed(Outbox.Settled settled, Delivery delivery, @Nullable CallEnd end)
        implements Ended {}
  }

  /** What is left to do once a group has committed. */
  private record Committed(List<Command> commands, boolean calls, boolean moved) {}

  CallCommitter(
      Database database, Committer committer, Leases leases, Executions executions, Outbox outbox) {
    this.database = database;
    this.committer = committer;
    this.leases = leases;
    this.executions = executions;
    this.outbox = outbox;
    this.thread = Thread.ofVirtual().name("webhook-results").start(this::run);
  }

  void submit(Ended ended) {
    queue.add(ended);
  }

  private void run() {
    List<Queued> taken = new ArrayList<>();
    boolean stopping = false;
    while (!stopping) {
      try {
        taken.add(queue.take());
      } catch (InterruptedException e) {
        return;
      }
      queue.drainTo(taken, GROUP_SIZE - 1);
      List<Ended> group = new ArrayList<>(taken.size());
      for (Queued queued : taken) {
        switch (queued) {
          case Ended ended -> group.add(ended);
          case Queued.Stop _ -> stopping = true;
        }
      }
      commit(group);
      taken.clear();
    }
  }

  /** Commits a group; if it cannot be committed, its halves, until only the culprit is left. */
  private void commit(List<Ended> group) {
    if (group.isEmpty()) {
      return;
    }
    Committed committed;
    try {
      committed = Transactions.retrying(database.engine(), handle -> write(handle, group));
    } catch (RuntimeException e) {
      if (group.size() == 1 || Transactions.connectionLost(e)) {
        // Nothing is lost: after the claim timeout the calls are made again, with the same keys.
        group.forEach(
            ended -> log.warn("The end of delivery {} cannot be noted", ended.delivery().key(), e));
      } else {
        int middle = group.size() / 2;
        commit(group.subList(0, middle));
        commit(group.subList(middle, group.size()));
      }
      return;
    }
    if (committed.calls() || committed.moved()) {
      committer.signals().committed(Set.of(), false, committed.calls(), false);
    }
    committed.commands().forEach(this::report);
  }

  /** Ends a task; if that cannot be committed, the claim runs out and the call's row says how. */
  private void report(Command command) {
    var _ =
        committer
            .submit(command)
            .whenComplete((_, failure) -> {
              if (failure != null) {
                log.warn("The end of task {} cannot be committed", command.task(), failure);
              }
            });
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
    List<Command> commands = new ArrayList<>();
    for (Ended ended : group) {
      if (ended instanceof Ended.Start start) {
        decide(start, others.get(start.delivery()), answered, commands);
      }
    }
    Set<TaskKey> moved = leases.started(handle, answered);
    return new Committed(commands, learn(handle, answered, moved) > 0, !moved.isEmpty());
  }

  /**
   * @param other how the delivery stands if this call's end does not count; null if it does
   */
  private static void decide(
      Ended.Start start,
      @Nullable Permit other,
      List<Leases.Answered> answered,
      List<Command> commands) {
    Leases.Held held = start.held();
    StartAnswer answer =
        start.answer() == null && other instanceof Permit.Done(String body)
            ? StartAnswer.of(body)
            : start.answer();
    switch (answer) {
      case StartAnswer.Started(String cancelAction) ->
          answered.add(new Leases.Answered(held, cancelAction));
      case StartAnswer.Succeeded(String result) ->
          commands.add(new Command.Succeed(held.task(), held.token(), result));
      case StartAnswer.Failed(String reason, boolean retryable) ->
          commands.add(
              new Command.Fail(held.task(), held.token(), FailureType.EXPLICIT, reason, retryable));
      case null -> {
        CallEnd end = start.end();
        if (other == null && end != null) {
          commands.add(
              new Command.Fail(
                  held.task(),
                  held.token(),
                  FailureType.WEBHOOK_FAILURE,
                  Reasons.START_FAILED + end.error(),
                  true));
        }
      }
    }
  }

  /** A task that left Claimed before its answer came may still need the cancel action in it. */
  private int learn(Handle handle, List<Leases.Answered> answered, Set<TaskKey> moved) {
    List<Outbox.Learned> late = new ArrayList<>();
    for (Leases.Answered answer : answered) {
      String action = answer.cancelAction();
      if (action != null && !moved.contains(answer.held().task())) {
        late.add(new Outbox.Learned(answer.held().task(), answer.held().token().attempt(), action));
      }
    }
    return outbox.learn(handle, late);
  }

  /** Commits what has come back and stops. */
  @Override
  public void close() {
    queue.add(new Queued.Stop());
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
