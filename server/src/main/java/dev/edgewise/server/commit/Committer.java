package dev.edgewise.server.commit;

import static java.util.Comparator.comparingInt;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.decision.Command;
import dev.edgewise.server.commit.GroupTransaction.Written;
import dev.edgewise.server.commit.view.Caches;
import dev.edgewise.server.commit.view.CachesByEra;
import dev.edgewise.server.commit.view.DefinitionCache;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Transactions;
import dev.edgewise.server.handover.WaitingWorkers;
import dev.edgewise.server.life.OverloadedException;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.life.WaitClock;
import dev.edgewise.server.signal.Signals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes commands from many threads and commits them in groups, a lane's groups one after the other.
 * The commands of a batch stay in one lane while some are under way, because they would wait for
 * each other's lock; after that the batch may come into another lane, so that the lanes stay even.
 */
public final class Committer implements AutoCloseable {
  /** A worker that was answered and reports again at once has done so by then. */
  private static final Duration MAX_DELAY = Duration.ofMillis(3);

  private static final Logger log = LoggerFactory.getLogger(Committer.class);

  private final Database database;
  private final CommitSettings settings;
  private final Signals signals;
  private final WaitingWorkers workers;
  private final CachesByEra caches;
  private final List<Lane> lanes = new ArrayList<>();
  private final SlowLane slowLane = new SlowLane("slow-lane");
  private final OpenBatches<Lane> openBatches = new OpenBatches<>();

  /** How many more commands may be under way. */
  private final Semaphore room = new Semaphore(Limits.COMMANDS_MAX_UNDER_WAY);

  private final FailureLog failureLog = new FailureLog(WaitClock.SYSTEM);

  private volatile CommitMeasurements measurements = CommitMeasurements.NONE;

  private record Request(Order order, CompletableFuture<Answer> answer) {
    Request(Order order) {
      this(order, new CompletableFuture<>());
    }
  }

  /**
   * @param workers are assigned the tasks that become ready
   */
  public Committer(
      Database database, CommitSettings settings, Signals signals, WaitingWorkers workers) {
    this.database = database;
    this.settings = settings;
    this.signals = signals;
    this.workers = workers;
    this.caches = new CachesByEra(database);
    for (int i = 0; i < settings.lanes(); i++) {
      lanes.add(new Lane("committer-" + i));
    }
  }

  /**
   * Hands a command of the engine over; the answer comes when its transaction has committed. Where
   * too many commands are under way, this waits for room.
   */
  public CompletableFuture<Answer> submit(Command command) {
    return submit(Order.of(command));
  }

  /** The same for a command with what else changes. */
  public CompletableFuture<Answer> submit(Order order) {
    awaitRoom(1);
    Request request = new Request(order);
    enter(request).groups.add(request);
    return request.answer();
  }

  /** Has a command committed and waits. */
  public Answer apply(Command command) {
    return apply(Order.of(command));
  }

  /**
   * Has a command committed and waits.
   *
   * @throws OverloadedException at once when too many commands are under way
   */
  public Answer apply(Order order) {
    takeRoom(1);
    return applyAdmitted(List.of(new Request(order))).getFirst();
  }

  /**
   * Has commands committed together and waits for all; the answers keep their order.
   *
   * @throws OverloadedException at once, before any of them is handed over, when too many commands
   *     are under way
   */
  public List<Answer> applyOrders(List<Order> orders) {
    takeRoom(orders.size());
    return applyAdmitted(orders.stream().map(Request::new).toList());
  }

  /** The same for commands that change nothing else. */
  public List<Answer> applyAll(List<Command> commands) {
    return applyOrders(commands.stream().map(Order::of).toList());
  }

  /**
   * The same for commands of the engine, which are not refused: where too many commands are under
   * way, this waits for room.
   */
  public List<Answer> applyWhenRoom(List<Command> commands) {
    awaitRoom(commands.size());
    return applyAdmitted(commands.stream().map(command -> new Request(Order.of(command))).toList());
  }

  private void takeRoom(int commands) {
    if (!room.tryAcquire(commands)) {
      throw new OverloadedException(
          "%d commands wait to be committed and no more are taken"
              .formatted(Limits.COMMANDS_MAX_UNDER_WAY - room.availablePermits()));
    }
  }

  private void awaitRoom(int commands) {
    try {
      if (room.tryAcquire(commands, Limits.COMMIT_MAX_WAIT_SECS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new OverloadedException("There was no room among the commands to be committed");
  }

  private List<Answer> applyAdmitted(List<Request> requests) {
    Map<Lane, List<Request>> byLane =
        requests.stream().collect(groupingBy(this::enter, LinkedHashMap::new, toList()));
    byLane.forEach((lane, group) -> {
      if (byLane.size() > 1 || !lane.groups.lead(group)) {
        group.forEach(lane.groups::add);
      }
    });
    return requests.stream().map(Request::answer).map(Transactions::await).toList();
  }

  /** Runs a transaction with brief effort, and if that does not do, again in the slow lane. */
  public <T> T withEffort(Function<Effort, T> transaction) {
    try {
      return transaction.apply(Effort.BRIEF);
    } catch (TooMuchEffortException e) {
      return slowLane.call(() -> transaction.apply(Effort.FULL));
    }
  }

  /**
   * Applies commands inside a transaction of the caller's. The caller runs the returned action once
   * the transaction has committed; it wakes the loops.
   */
  public Runnable within(Handle handle, List<Command> commands, Effort effort) {
    if (commands.isEmpty()) {
      return () -> {};
    }
    List<Order> orders = commands.stream().map(Order::of).toList();
    var transaction = new GroupTransaction(settings, caches, workers, orders, effort);
    Written written = transaction.within(handle);
    return () -> {
      transaction.doubt();
      announce(written);
    };
  }

  /** Learns of new batches once the transaction on a handle has committed. */
  public NewBatches newBatches(Handle handle) {
    Caches used = caches.of(handle);
    return (batchId, shapes, briefs, untouched) -> {
      boolean learned = used.definitions().learn(batchId, shapes);
      if (untouched) {
        used.batches().begin(batchId, learned ? briefs.get() : List.of());
      }
    };
  }

  /** The definitions of tasks that it knows. */
  public DefinitionCache definitions() {
    return caches.latest().definitions();
  }

  public Signals signals() {
    return signals;
  }

  /** Sends the measurements of each committed group there. */
  public void measure(CommitMeasurements measurements) {
    this.measurements = measurements;
  }

  /** Adds to the measurements what was committed elsewhere. */
  void measured(Tally tally) {
    measurements.committed(tally);
  }

  private void announce(Written written) {
    failureLog.log(written.tally().failures());
    measurements.committed(written.tally());
    measurements.assigned(written.assigned());
    signals.committed(written.lanes(), written.unparked(), written.calls(), written.timers());
  }

  /** The lane of a request; a batch that is in none comes into the one with the fewest. */
  private Lane enter(Request request) {
    return openBatches.enter(
        request.order().batchId(),
        () -> {
          Lane emptiest = Collections.min(lanes, comparingInt(lane -> lane.batches));
          emptiest.batches++;
          return emptiest;
        });
  }

  private void leave(List<Request> requests) {
    room.release(requests.size());
    for (Request request : requests) {
      openBatches.leave(request.order().batchId(), lane -> lane.batches--);
    }
  }

  /** Whether each of the lanes lives and moves. */
  public List<Pulse> pulses() {
    Stream<Pulse> pulses = lanes.stream().map(lane -> lane.groups.pulse());
    return Stream.concat(pulses, Stream.of(slowLane.pulse())).toList();
  }

  /** Finishes what was handed over and stops. */
  @Override
  public void close() {
    lanes.forEach(lane -> lane.groups.close());
    slowLane.close();
  }

  /** One queue whose groups are committed one after the other. */
  private final class Lane implements GroupCommit.Work<Request> {
    private final GroupCommit<Request> groups;

    /** How many batches have requests here; guarded by the open batches. */
    private int batches;

    Lane(String name) {
      groups =
          new GroupCommit<>(
              name,
              new GroupCommit.Sizes(settings.groupSize(), Limits.COMMANDS_MAX_UNDER_WAY, MAX_DELAY),
              WaitClock.SYSTEM,
              this);
      // It waits for the database most of the time: a thread of the operating system is woken
      // sooner than a virtual one.
      groups.start(Thread.ofPlatform().daemon());
    }

    /** Commits a group, but sends the requests of slow batches to the slow lane. */
    @Override
    public void commit(List<Request> group) {
      List<Request> brief = new ArrayList<>(group.size());
      for (Request request : group) {
        if (openBatches.isSlow(request.order().batchId())) {
          commitSlowly(request);
        } else {
          brief.add(request);
        }
      }
      if (brief.size() < group.size()) {
        // What was sent to the slow lane must not be committed again if the rest fails.
        commitSeparately(brief);
        return;
      }
      try {
        commit(group, Effort.BRIEF);
      } catch (TooMuchEffortException e) {
        commitSeparately(group.subList(0, e.command()));
        commitSlowly(group.get(e.command()));
        commitSeparately(group.subList(e.command() + 1, group.size()));
      }
    }

    private void commitSeparately(List<Request> part) {
      if (!part.isEmpty()) {
        groups.commit(part);
      }
    }

    private void commit(List<Request> group, Effort effort) {
      List<Order> orders = group.stream().map(Request::order).toList();
      var transaction = new GroupTransaction(settings, caches, workers, orders, effort);
      Written written =
          transaction.run(effort == Effort.BRIEF ? database.committer() : database.engine());
      try {
        transaction.remember(written);
        leave(group);
        workers.answered(written.leftByWorkers());
        transaction.handOver();
        announce(written);
      } catch (RuntimeException | StackOverflowError | LinkageError e) {
        log.error("A group has committed, but not every waiting worker or loop was told", e);
      } finally {
        for (int i = 0; i < group.size(); i++) {
          group.get(i).answer().complete(written.answers().get(i));
        }
      }
    }

    /** Has a request committed in the slow lane, and the later ones of its batch too. */
    private void commitSlowly(Request request) {
      openBatches.slowDown(request.order().batchId());
      var committed =
          slowLane.submit(() -> {
            commit(List.of(request), Effort.FULL);
            return request;
          });
      committed.exceptionally(e -> {
        failed(List.of(request), e);
        return request;
      });
    }

    @Override
    public void failed(List<Request> items, Throwable cause) {
      List<Request> open = items.stream().filter(request -> !request.answer().isDone()).toList();
      leave(open);
      RuntimeException why =
          cause instanceof RuntimeException failure
              ? failure
              : new IllegalStateException("The transaction met " + cause, cause);
      open.forEach(request -> request.answer().completeExceptionally(why));
    }
  }
}
