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
 * The loop that reports completions to the server. Each request carries the reports that were
 * queued during the last one. A request without an answer, or refused for want of a valid key, is
 * repeated until the leases of its tasks have expired.
 */
final class Completions {

  private static final Logger log = System.getLogger(Completions.class.getName());
  private static final int MAX_QUEUED = 10_000;
  private static final int MAX_AT_ONCE = 1_000;
  private static final int MAX_CHARS_AT_ONCE = 8 << 20;

  private final WorkCalls calls;
  private final Consumer<Holding> settled;

  /** An empty element ends the queue. */
  private final BlockingQueue<Optional<Report>> queue = new LinkedBlockingQueue<>(MAX_QUEUED);

  private final Backoff backoff = new Backoff();
  private final Thread thread;
  private boolean open = true;

  /**
   * @param settled called for every task that needs no further report
   */
  Completions(WorkCalls calls, Consumer<Holding> settled) {
    this.calls = calls;
    this.settled = settled;
    this.thread = Thread.ofVirtual().name("edgewise-completions").start(this::loop);
  }

  /** Queues a report. It blocks while the queue is full, so that no slot becomes free either. */
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
        // The task is done; without the report its work would be lost.
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

  /** Sends a group of reports; those that must be sent again remain in it. */
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
      if (e.passing() || e.deniesAccess()) {
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
        log.log(Level.INFO, "The completion of {0} came too late", report.holding());
        settled.accept(report.holding());
      }
      case INVALID -> refused(report, error, again);
    }
  }

  /** Fails a task whose result the server refuses; a retry would produce the same result. */
  private void refused(Report report, String why, List<Report> again) {
    log.log(Level.WARNING, "The server refused the completion of {0}: {1}", report.holding(), why);
    if (report.isSuccess()) {
      again.add(Report.failure(report.holding(), "The result was refused: " + why, false));
    } else {
      settled.accept(report.holding());
    }
  }

  /**
   * Sends each report alone after the server refused the whole request, so that only the invalid
   * one is refused.
   */
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
    log.log(
        backoff.level(), "Cannot report {0} completions yet: {1}", group.size(), why.getMessage());
    for (Iterator<Report> reports = group.iterator(); reports.hasNext(); ) {
      Holding holding = reports.next().holding();
      if (holding.hasLapsed()) {
        log.log(
            Level.WARNING, "The lease of {0} expired before its completion was reported", holding);
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

  /** Sends the queued reports and returns when all are settled. */
  void stop() throws InterruptedException {
    put(Optional.empty());
    thread.join();
  }
}
