package dev.edgewise.server.store.commit;

import static java.util.Comparator.comparingInt;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.edgewise.core.readiness.Answer;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.life.ProcessEnd;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.store.Database;
import dev.edgewise.server.store.Outage;
import dev.edgewise.server.store.OverloadedException;
import dev.edgewise.server.store.Signals;
import dev.edgewise.server.store.Transactions;
import dev.edgewise.server.store.commit.Group.Committed;
import dev.edgewise.server.store.commit.Takers.Handover;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes commands from many threads and commits them in groups, a lane's groups one after the other.
 * Those of a batch are in one lane as long as some are under way, because they would wait for each
 * other's lock; after that the batch may come into another one, so that the lanes stay even.
 */
public final class Committer implements AutoCloseable {
  /** Whoever was answered and reports at once has come back by then. */
  private static final Duration WAY_BACK = Duration.ofMillis(3);

  private static final Logger log = LoggerFactory.getLogger(Committer.class);

  private final Database database;
  private final CommitSettings settings;
  private final Signals signals;
  private final Memories memories;
  private final List<Lane> lanes = new ArrayList<>();
  private final Aside aside = new Aside();
  private final Stays<Lane> stays = new Stays<>();

  /** How many more commands may be under way. */
  private final Semaphore room = new Semaphore(Limits.COMMANDS_MAX_UNDER_WAY);

  private volatile Consumer<Tally> measurements = _ -> {};
  private volatile Takers takers = Takers.NOBODY;

  private record Request(Command command, CompletableFuture<Answer> answer) {
    Request(Command command) {
      this(command, new CompletableFuture<>());
    }

    UUID batchId() {
      return command.task().batchId();
    }
  }

  public Committer(Database database, CommitSettings settings, Signals signals) {
    this.database = database;
    this.memories = new Memories(database);
    this.settings = settings;
    this.signals = signals;
    for (int i = 0; i < settings.lanes(); i++) {
      lanes.add(new Lane("committer-" + i));
    }
  }

  /**
   * Hands a command of the engine over; the answer comes when its transaction has committed. Where
   * too many commands are under way, this waits for room.
   */
  public CompletableFuture<Answer> submit(Command command) {
    awaitRoom(1);
    Request request = new Request(command);
    enter(request).add(request);
    return request.answer();
  }

  /** Has a command committed and waits. */
  public Answer apply(Command command) {
    return applyAll(List.of(command)).getFirst();
  }

  /**
   * Has commands committed together and waits for all; the answers keep their order.
   *
   * @throws OverloadedException at once, before any of them is handed over, when too many commands
   *     are under way
   */
  public List<Answer> applyAll(List<Command> commands) {
    if (!room.tryAcquire(commands.size())) {
      throw new OverloadedException(
          "%d commands wait to be committed and no more are taken"
              .formatted(Limits.COMMANDS_MAX_UNDER_WAY - room.availablePermits()));
    }
    return applyAdmitted(commands);
  }

  /**
   * The same for commands of the engine, which are not refused: where too many commands are under
   * way, this waits for room.
   */
  public List<Answer> applyWhenRoom(List<Command> commands) {
    awaitRoom(commands.size());
    return applyAdmitted(commands);
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

  private List<Answer> applyAdmitted(List<Command> commands) {
    List<Request> requests = commands.stream().map(Request::new).toList();
    Map<Lane, List<Request>> byLane =
        requests.stream().collect(groupingBy(this::enter, LinkedHashMap::new, toList()));
    byLane.forEach((lane, group) -> {
      if (byLane.size() > 1 || !lane.queue.lead(group)) {
        group.forEach(lane::add);
      }
    });
    return requests.stream().map(Request::answer).map(Transactions::await).toList();
  }

  /** Runs a transaction with brief effort, and if that does not do, anew and aside. */
  public <T> T withEffort(Function<Effort, T> transaction) {
    try {
      return transaction.apply(Effort.BRIEF);
    } catch (TooMuchEffortException e) {
      return aside.call(() -> transaction.apply(Effort.FULL));
    }
  }

  /**
   * Applies commands inside a transaction of the caller's; the returned action tells the loops once
   * it has committed.
   */
  public Runnable within(Handle handle, List<Command> commands, Effort effort) {
    if (commands.isEmpty()) {
      return () -> {};
    }
    Memory memory = memories.of(handle);
    Committed committed =
        new Group(handle, settings, memory, Takers.NOBODY, _ -> {}, false, effort)
            .apply(commands, false);
    return () -> {
      memory.standings().doubt(batches(commands));
      announce(committed);
    };
  }

  /** What is told of new batches once the transaction on a handle has committed. */
  public NewBatches newBatches(Handle handle) {
    Memory memory = memories.of(handle);
    return (batchId, shapes, briefs, untouched) -> {
      boolean learned = memory.definitions().learn(batchId, shapes);
      if (untouched) {
        memory.standings().begin(batchId, learned ? briefs.get() : List.of());
      }
    };
  }

  private static Set<UUID> batches(Collection<Command> commands) {
    return commands.stream().map(command -> command.task().batchId()).collect(Collectors.toSet());
  }

  /** What it knows of tasks. */
  Definitions definitions() {
    return memories.latest().definitions();
  }

  /** Has the tasks that become ready offered to somebody at once. */
  public void offerTo(Takers takers) {
    this.takers = takers;
  }

  /** Where expressions are evaluated that take long. */
  public Aside aside() {
    return aside;
  }

  public Signals signals() {
    return signals;
  }

  /** Has somebody told what each committed group adds to the measurements. */
  public void measure(Consumer<Tally> measurements) {
    this.measurements = measurements;
  }

  /** Adds to the measurements what was committed elsewhere. */
  void measured(Tally tally) {
    measurements.accept(tally);
  }

  private void announce(Committed committed) {
    measurements.accept(committed.tally());
    signals.committed(
        committed.lanes(), committed.unparked(), committed.calls(), committed.timers());
  }

  /** The lane of a request; a batch that is in none comes into the one with the fewest. */
  private Lane enter(Request request) {
    return stays.enter(
        request.batchId(),
        () -> {
          Lane emptiest = Collections.min(lanes, comparingInt(lane -> lane.batches));
          emptiest.batches++;
          return emptiest;
        });
  }

  private void leave(List<Request> requests) {
    room.release(requests.size());
    for (Request request : requests) {
      stays.leave(request.batchId(), lane -> lane.batches--);
    }
  }

  /** Has a request committed aside, and whatever else comes of its batch meanwhile. */
  private void setAside(Lane lane, Request request) {
    stays.setAside(request.batchId());
    var committed =
        aside.submit(() -> {
          lane.commit(List.of(request), Effort.FULL);
          return request;
        });
    committed.exceptionally(e -> {
      if (!request.answer().isDone()) {
        fail(List.of(request), e);
      }
      return request;
    });
  }

  /** Whether each of the lanes lives and moves. */
  public List<Pulse> pulses() {
    Stream<Pulse> pulses = lanes.stream().map(lane -> lane.queue.pulse());
    return Stream.concat(pulses, Stream.of(aside.pulse())).toList();
  }

  /** Finishes what was handed over and stops. */
  @Override
  public void close() {
    lanes.forEach(lane -> lane.queue.close());
    aside.close();
  }

  /** Answers requests that cannot be committed. */
  private void fail(List<Request> requests, Throwable cause) {
    leave(requests);
    RuntimeException why =
        cause instanceof RuntimeException failure
            ? failure
            : new IllegalStateException("The transaction met " + cause, cause);
    requests.forEach(request -> request.answer().completeExceptionally(why));
  }

  /** One queue whose groups are committed one after the other. */
  private final class Lane {
    private final GroupQueue<Request> queue;

    /** How many have requests here; guarded by the stays. */
    private int batches;

    Lane(String name) {
      queue =
          new GroupQueue<>(
              name,
              new GroupQueue.Sizes(settings.groupSize(), Limits.COMMANDS_MAX_UNDER_WAY, WAY_BACK),
              this::commitBriefly,
              left -> fail(left, stopped()));
      // Waits for the database most of the time: a thread of its own is woken sooner than a virtual
      // one.
      queue.start(Thread.ofPlatform().daemon());
    }

    void add(Request request) {
      if (!queue.put(request)) {
        fail(List.of(request), stopped());
      }
    }

    private static RuntimeException stopped() {
      return new OverloadedException("the server is stopping");
    }

    /** Commits a group, but sends aside what belongs to batches that are there. */
    private void commitBriefly(List<Request> group) {
      List<Request> here = new ArrayList<>(group.size());
      for (Request request : group) {
        if (stays.isAside(request.batchId())) {
          setAside(this, request);
        } else {
          here.add(request);
        }
      }
      if (!here.isEmpty()) {
        commit(here, Effort.BRIEF);
      }
    }

    /**
     * Commits a group; if it cannot be committed, its halves, until only the culprit is left. All
     * get their answers, whatever happens; only what ends the process is thrown.
     */
    private void commit(List<Request> group, Effort effort) {
      List<Command> commands = group.stream().map(Request::command).toList();
      Committed committed;
      Handover[] handover = {Handover.NOTHING};
      boolean[] recalling = {true};
      Memory[] used = {memories.latest()};
      try {
        committed =
            Transactions.retryingUnbegun(
                effort == Effort.BRIEF ? database.committer() : database.engine(),
                handle -> {
                  handover[0].failed();
                  handover[0] = Handover.NOTHING;
                  boolean first = recalling[0];
                  recalling[0] = false;
                  used[0] = memories.of(handle);
                  return new Group(
                          handle,
                          settings,
                          used[0],
                          takers,
                          noted -> handover[0] = noted,
                          true,
                          effort)
                      .apply(commands, first);
                });
      } catch (TooMuchEffortException e) {
        handover[0].failed();
        used[0].standings().doubt(batches(commands));
        commitBriefly(group.subList(0, e.command()));
        setAside(this, group.get(e.command()));
        commitBriefly(group.subList(e.command() + 1, group.size()));
        return;
      } catch (RuntimeException | Error e) {
        handover[0].failed();
        used[0].standings().doubt(batches(commands));
        VirtualMachineError fatal = ProcessEnd.fatal(e);
        if (group.size() == 1 || fatal != null || Outage.caused(e)) {
          fail(group, e);
        } else {
          int middle = group.size() / 2;
          commit(group.subList(0, middle), effort);
          commit(group.subList(middle, group.size()), effort);
        }
        if (fatal != null) {
          throw fatal;
        }
        return;
      }
      try {
        committed.left().forEach(used[0].standings()::left);
        leave(group);
        takers.answered(committed.leftByWorkers());
        handover[0].committed();
        announce(committed);
      } catch (RuntimeException | StackOverflowError | LinkageError e) {
        log.error("A group has committed, but not everybody could be told", e);
      } finally {
        for (int i = 0; i < group.size(); i++) {
          group.get(i).answer().complete(committed.answers().get(i));
        }
      }
    }
  }
}
