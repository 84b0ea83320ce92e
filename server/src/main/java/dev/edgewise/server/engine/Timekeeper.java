package dev.edgewise.server.engine;

import dev.edgewise.core.decision.Command;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.claim.ParkedTasks;
import dev.edgewise.server.store.time.DueWork;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Starts due retries and delayed tasks, ends waits, expires leases, enforces deadlines, and probes
 * parked tasks.
 */
public final class Timekeeper implements AutoCloseable {
  private static final Duration NOTHING_KNOWN = Duration.ofHours(1);

  private final DueWork dueWork;
  private final ParkedTasks parked;
  private final Committer committer;
  private final Loop loop;
  private final Signals.Listener listener;

  /** The counts of one round. */
  public record Round(int expired, int retried, int started, int probed, int waited, int overdue) {}

  /**
   * @param interval the longest time between two rounds, in case a signal is lost
   */
  public Timekeeper(DueWork dueWork, ParkedTasks parked, Committer committer, Duration interval) {
    this.dueWork = dueWork;
    this.parked = parked;
    this.committer = committer;
    this.loop = new Loop("timekeeper", interval, this::runUntilNext);
    this.listener =
        new Signals.Listener() {
          @Override
          public void timer() {
            loop.wake();
          }
        };
    committer.signals().add(listener);
  }

  /** Starts the loop. */
  public Timekeeper start() {
    loop.start();
    return this;
  }

  /** Returns the liveness of the thread. */
  public Pulse pulse() {
    return loop.pulse();
  }

  private Duration runUntilNext() {
    runOnce();
    return dueWork.untilNext().orElse(NOTHING_KNOWN);
  }

  /** Handles everything that is due now. */
  public Round runOnce() {
    int expired = applyAll(dueWork::expiredLeases);
    int waited = applyAll(dueWork::waits);
    int overdue = applyAll(dueWork::deadlines);
    int retried = 0;
    int started = 0;
    DueWork.Rung rung;
    do {
      loop.pulse().begin();
      rung = dueWork.timers();
      committer.applyWhenRoom(rung.retries());
      wake(rung.lanes());
      retried += rung.retries().size();
      started += rung.lanes().size();
    } while (rung.full());
    dueWork.learnFairLanes();
    Set<String> probed = parked.probe();
    wake(probed);
    return new Round(expired, retried, started, probed.size(), waited, overdue);
  }

  private int applyAll(Supplier<List<Command>> due) {
    int applied = 0;
    List<Command> commands;
    do {
      loop.pulse().begin();
      commands = due.get();
      committer.applyWhenRoom(commands);
      applied += commands.size();
    } while (commands.size() == DueWork.MAX_AT_ONCE);
    return applied;
  }

  private void wake(Set<String> lanes) {
    if (!lanes.isEmpty()) {
      committer.signals().committed(lanes, false, false, false);
    }
  }

  @Override
  public void close() {
    committer.signals().remove(listener);
    loop.close();
  }
}
