package dev.edgewise.server.store.commit;

import static java.util.Comparator.comparingInt;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.edgewise.core.readiness.Answer;
import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.Database;
import dev.edgewise.server.store.Signals;
import dev.edgewise.server.store.Transactions;
import dev.edgewise.server.store.commit.Group.Committed;
import dev.edgewise.server.store.commit.Takers.Handover;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Takes commands from many threads and commits them in groups, a lane's groups one after the other.
 * Those of a batch are in one lane as long as some are under way, because they would wait for each
 * other's lock; after that the batch may come into another one, so that the lanes stay even.
 */
public final class Committer implements AutoCloseable {
  /** Whoever was answered and reports at once has come back by then. */
  private static final Duration WAY_BACK = Duration.ofMillis(3);

  private final Database database;
  private final CommitSettings settings;
  private final Signals signals;
  private final Memory memory = new Memory();
  private final List<Lane> lanes = new ArrayList<>();
  private final Map<UUID, Stay> stays = new HashMap<>();
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

  /** A batch in a lane. */
  private static final class Stay {
    final Lane lane;
    int underWay;

    Stay(Lane lane) {
      this.lane = lane;
    }
  }

  /** Wakes a lane that has nothing left to do. */
  private static final Request STOP =
      new Request(new Command.Admit(new TaskKey(new UUID(0, 0), 0)));

  public Committer(Database database, CommitSettings settings, Signals signals) {
    this.database = database;
    this.settings = settings;
    this.signals = signals;
    for (int i = 0; i < settings.lanes(); i++) {
      lanes.add(new Lane("committer-" + i));
    }
  }

  /** Hands a command over; the answer comes when its transaction has committed. */
  public CompletableFuture<Answer> submit(Command command) {
    Request request = new Request(command);
    enter(request).add(request);
    return request.answer();
  }

  /** Has a command committed and waits. */
  public Answer apply(Command command) {
    return applyAll(List.of(command)).getFirst();
  }

  /** Has commands committed together and waits for all; the answers keep their order. */
  public List<Answer> applyAll(List<Command> commands) {
    List<Request> requests = commands.stream().map(Request::new).toList();
    Map<Lane, List<Request>> byLane =
        requests.stream().collect(groupingBy(this::enter, LinkedHashMap::new, toList()));
    byLane.forEach((lane, group) -> {
      if (byLane.size() > 1 || !lane.lead(group)) {
        group.forEach(lane::add);
      }
    });
    return requests.stream().map(Request::answer).map(Transactions::await).toList();
  }

  /**
   * Applies commands inside a transaction of the caller's; the returned action tells the loops once
   * it has committed.
   */
  public Runnable within(Handle handle, List<Command> commands) {
    if (commands.isEmpty()) {
      return () -> {};
    }
    Committed committed =
        new Group(handle, settings, memory, Takers.NOBODY, _ -> {}, false).apply(commands, false);
    return () -> {
      memory.standings().doubt(batches(commands));
      announce(committed);
    };
  }

  /**
   * Tells what the tasks of a new batch are, in the order of their numbers.
   *
   * @param briefs what executors have to know of tasks that anybody may take once they are ready
   * @param untouched whether all of them stand as they were submitted
   */
  public void learn(
      UUID batchId, List<Shape> shapes, Supplier<List<Brief>> briefs, boolean untouched) {
    boolean learned = memory.definitions().learn(batchId, shapes);
    if (untouched) {
      memory.standings().begin(batchId, learned ? briefs.get() : List.of());
    }
  }

  private static Set<UUID> batches(Collection<Command> commands) {
    return commands.stream().map(command -> command.task().batchId()).collect(Collectors.toSet());
  }

  /** What it knows of tasks. */
  Definitions definitions() {
    return memory.definitions();
  }

  /** Has the tasks that become ready offered to somebody at once. */
  public void offerTo(Takers takers) {
    this.takers = takers;
  }

  public Signals signals() {
    return signals;
  }

  /** Has somebody told what each committed group adds to the measurements. */
  public void measure(Consumer<Tally> measurements) {
    this.measurements = measurements;
  }

  private void announce(Committed committed) {
    measurements.accept(committed.tally());
    signals.committed(
        committed.lanes(), committed.unparked(), committed.calls(), committed.timers());
  }

  /** The lane of a request; a batch that is in none comes into the one with the fewest. */
  private Lane enter(Request request) {
    synchronized (stays) {
      Stay stay =
          stays.computeIfAbsent(
              request.batchId(),
              _ -> {
                Lane emptiest = Collections.min(lanes, comparingInt(lane -> lane.batches));
                emptiest.batches++;
                return new Stay(emptiest);
              });
      stay.underWay++;
      return stay.lane;
    }
  }

  private void leave(List<Request> requests) {
    synchronized (stays) {
      for (Request request : requests) {
        Stay stay = Objects.requireNonNull(stays.get(request.batchId()));
        if (--stay.underWay == 0) {
          stays.remove(request.batchId());
          stay.lane.batches--;
        }
      }
    }
  }

  /** Finishes what was handed over and stops. */
  @Override
  public void close() {
    lanes.forEach(Lane::stop);
  }

  /** One queue and the thread that empties it, unless somebody who waits anyway commits alone. */
  private final class Lane {
    private final LinkedBlockingQueue<Request> queue = new LinkedBlockingQueue<>();
    private final Company<Request> company = new Company<>(WAY_BACK);
    private final Thread thread;

    /** Held by whoever commits; guards the company. */
    private final Lock turn = new ReentrantLock();

    private volatile boolean stopping;

    /** How many have requests here; guarded by the stays. */
    private int batches;

    Lane(String name) {
      // Waits for the database most of the time: a thread of its own is woken sooner than a virtual
      // one.
      thread = Thread.ofPlatform().name(name).daemon().start(this::run);
    }

    void add(Request request) {
      if (stopping) {
        leave(List.of(request));
        request.answer().completeExceptionally(new IllegalStateException("the server is stopping"));
      } else {
        queue.add(request);
      }
    }

    /**
     * Commits requests on the thread of whoever waits for them, which is sooner than waking another
     * one; false when others are there or expected, who may share the transaction.
     */
    boolean lead(List<Request> group) {
      // An interrupt would break the connection of a virtual thread in the middle of a transaction.
      boolean able = !Thread.currentThread().isVirtual() && group.size() <= settings.groupSize();
      if (!able || !turn.tryLock()) {
        return false;
      }
      try {
        boolean alone = queue.isEmpty() && !company.expected() && !stopping;
        if (alone) {
          commitTimed(group);
        }
        return alone;
      } finally {
        turn.unlock();
      }
    }

    void stop() {
      stopping = true;
      // Interrupting the thread would break its connection in the middle of a transaction.
      queue.add(STOP);
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void run() {
      List<Request> group = new ArrayList<>();
      while (!stopping || !queue.isEmpty()) {
        try {
          group.add(queue.take());
          turn.lock();
          try {
            queue.drainTo(group, settings.groupSize() - 1);
            company.gather(queue, group, settings.groupSize());
            group.remove(STOP);
            commitTimed(group);
          } finally {
            turn.unlock();
          }
        } catch (InterruptedException e) {
          return;
        }
        group.clear();
      }
    }

    private void commitTimed(List<Request> group) {
      if (!group.isEmpty()) {
        long begun = System.nanoTime();
        commit(group);
        company.took(group.size(), System.nanoTime() - begun);
      }
    }

    /** Commits a group; if it cannot be committed, its halves, until only the culprit is left. */
    private void commit(List<Request> group) {
      List<Command> commands = group.stream().map(Request::command).toList();
      Committed committed;
      Handover[] handover = {Handover.NOTHING};
      boolean[] recalling = {true};
      try {
        committed =
            Transactions.retryingUnbegun(
                database.committer(),
                handle -> {
                  handover[0].failed();
                  handover[0] = Handover.NOTHING;
                  boolean first = recalling[0];
                  recalling[0] = false;
                  return new Group(
                          handle, settings, memory, takers, noted -> handover[0] = noted, true)
                      .apply(commands, first);
                });
      } catch (RuntimeException e) {
        handover[0].failed();
        memory.standings().doubt(batches(commands));
        if (group.size() == 1 || Transactions.connectionLost(e)) {
          leave(group);
          group.forEach(request -> request.answer().completeExceptionally(e));
        } else {
          int middle = group.size() / 2;
          commit(group.subList(0, middle));
          commit(group.subList(middle, group.size()));
        }
        return;
      }
      committed.left().forEach(memory.standings()::left);
      leave(group);
      takers.answered(committed.leftByWorkers());
      handover[0].committed();
      announce(committed);
      for (int i = 0; i < group.size(); i++) {
        group.get(i).answer().complete(committed.answers().get(i));
      }
    }
  }
}
