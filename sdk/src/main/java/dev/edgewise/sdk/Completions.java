package dev.edgewise.sdk;

import dev.edgewise.api.CompletionAnswer;
import dev.edgewise.api.CompletionResult;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * The loop that reports ends. Each call carries what has queued while the last one ran; one that
 * got no answer is made again until the leases of what it carries have run out.
 */
final class Completions {

  private static final Logger log = System.getLogger(Completions.class.getName());
  private static final int MAX_QUEUED = 10_000;
  private static final int MAX_AT_ONCE = 1_000;
  private static final int MAX_CHARS_AT_ONCE = 8 << 20;

  private final WorkCalls calls;
  private final Consumer<Holding> settled;

  /** Nothing follows the empty one. */
  private final BlockingQueue<Optional<Report>> queue = new LinkedBlockingQueue<>(MAX_QUEUED);

  private final Backoff backoff = new Backoff();
  private final Thread thread;
  private boolean open = true;

  /**
   * @param settled told about every task of which nothing more is to be said
   */
  Completions(WorkCalls calls, Consumer<Holding> settled) {
    this.calls = calls;
    this.settled = settled;
    this.thread = Thread.ofVirtual().name("edgewise-completions").start(this::loop);
  }

  /** Takes a report, waiting while too many are queued: then no slot becomes free either. */
  void add(Report report) {
    put(Optional.of(report));
  }

  private void put(Optional<Report> report) {
    boolean interrupted = false;
    while (true) {
      try {
        queue.put(report);
        break;
      } catch (InterruptedException e) {
        // The work is done; losing its report would waste it.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void loop() {
    try {
      List<Report> group = new ArrayList<>();
      while (open || !group.isEmpty()) {
        fill(group);
        if (!group.isEmpty()) {
          send(group);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void fill(List<Report> group) throws InterruptedException {
    long chars = group.stream().mapToLong(Report::size).sum();
    while (open && group.size() < MAX_AT_ONCE && chars < MAX_CHARS_AT_ONCE) {
      Optional<Report> next = group.isEmpty() ? queue.take() : queue.poll();
      if (next == null) {
        return;
      }
      open = next.isPresent();
      next.ifPresent(group::add);
      chars += next.map(Report::size).orElse(0);
    }
  }

  /** Sends a group; what is left in it afterwards has to be sent again. */
  private void send(List<Report> group) throws InterruptedException {
    try {
      List<CompletionAnswer> answers =
          calls.complete(group.stream().map(Report::completion).toList());
      List<Report> again = new ArrayList<>();
      for (int i = 0; i < group.size(); i++) {
        CompletionAnswer answer = answers.get(i);
        settle(group.get(i), answer.result(), String.valueOf(answer.error()), again);
      }
      replace(group, again);
      backoff.reset();
    } catch (RefusedException e) {
      if (e.passing()) {
        pause(group, e);
      } else {
        apart(group, e);
      }
    } catch (UnreachableException e) {
      pause(group, e);
    }
  }

  private void settle(Report report, CompletionResult result, String error, List<Report> again) {
    switch (result) {
      case OK -> settled.accept(report.holding());
      case STALE, UNKNOWN -> {
        log.log(Level.INFO, "The end of {0} came too late", report.holding());
        settled.accept(report.holding());
      }
      case INVALID -> refused(report, error, again);
    }
  }

  /** A result that the server does not take fails its task: trying again would give it again. */
  private void refused(Report report, String why, List<Report> again) {
    log.log(Level.WARNING, "The end of {0} was refused: {1}", report.holding(), why);
    if (report.isSuccess()) {
      again.add(Report.failure(report.holding(), "The result was refused: " + why, false));
    } else {
      settled.accept(report.holding());
    }
  }

  /** One report spoils the whole call: each is sent alone, so that only that one is refused. */
  private void apart(List<Report> group, RefusedException why) throws InterruptedException {
    List<Report> again = new ArrayList<>();
    if (group.size() == 1) {
      refused(group.getFirst(), String.valueOf(why.getMessage()), again);
    } else {
      for (Report report : group) {
        List<Report> alone = new ArrayList<>(List.of(report));
        send(alone);
        again.addAll(alone);
      }
    }
    replace(group, again);
  }

  private void pause(List<Report> group, EdgewiseException why) throws InterruptedException {
    log.log(backoff.level(), "{0} ends are not reported yet: {1}", group.size(), why.getMessage());
    for (Iterator<Report> reports = group.iterator(); reports.hasNext(); ) {
      Holding holding = reports.next().holding();
      if (holding.hasLapsed()) {
        log.log(Level.WARNING, "The lease of {0} ran out before its end was reported", holding);
        settled.accept(holding);
        reports.remove();
      }
    }
    if (!group.isEmpty()) {
      Thread.sleep(backoff.next());
    }
  }

  private static void replace(List<Report> group, List<Report> again) {
    group.clear();
    group.addAll(again);
  }

  /** Reports what is queued and returns when all of it is settled. */
  void stop() throws InterruptedException {
    put(Optional.empty());
    thread.join();
  }
}
