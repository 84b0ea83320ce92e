package dev.edgewise.sdk;

import dev.edgewise.api.Heartbeat;
import dev.edgewise.api.LogLine;
import dev.edgewise.api.TaskLines;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The loop that sends what handlers log, and how far they are: once a second, or when a task has
 * many lines. What is left of a task is sent before its completion. A log is best effort: lines
 * that the server cannot take for a while are dropped, and the task goes on.
 */
final class Logs {

  private static final Logger log = System.getLogger(Logs.class.getName());
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int MAX_CHARS_AT_ONCE = 4 << 20;
  private static final int FLUSH_ATTEMPTS = 5;

  private final WorkCalls calls;
  private final Set<Holding> held;
  private final Semaphore wanted = new Semaphore(0);
  private final Backoff backoff = new Backoff();

  /** Held while lines are sent, so that the lines of a task keep their order. */
  private final Lock sending = new ReentrantLock();

  private volatile boolean open = true;

  Logs(WorkCalls calls, Set<Holding> held) {
    this.calls = calls;
    this.held = held;
    Thread.ofVirtual().name("edgewise-logs").start(this::loop);
  }

  /** Sends soon, because a task has many lines. */
  void wake() {
    if (wanted.availablePermits() == 0) {
      wanted.release();
    }
  }

  private void loop() {
    try {
      while (open) {
        wanted.tryAcquire(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        wanted.drainPermits();
        if (!send(List.copyOf(held))) {
          Thread.sleep(backoff.next());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends what is left of a task that is about to be reported; gives up after some attempts. */
  void flush(Holding holding) {
    Backoff pauses = new Backoff();
    try {
      for (int i = 0; i < FLUSH_ATTEMPTS && holding.hasNews(); i++) {
        if (!send(List.of(holding))) {
          Thread.sleep(pauses.next());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends the news of tasks; returns whether the server took them. */
  private boolean send(List<Holding> holdings) throws InterruptedException {
    List<Holding> news = holdings.stream().filter(Holding::hasNews).toList();
    if (news.isEmpty()) {
      return true;
    }
    sending.lockInterruptibly();
    try {
      sendProgress(news);
      boolean more = true;
      while (more) {
        more = sendLines(news);
      }
      backoff.reset();
      return true;
    } catch (EdgewiseException e) {
      log.log(backoff.level(), "Cannot send the logs of tasks: {0}", e.getMessage());
      if (e instanceof RefusedException refused && !refused.passing() && !refused.deniesAccess()) {
        news.forEach(Holding::dropNews);
        return true;
      }
      return false;
    } finally {
      sending.unlock();
    }
  }

  private void sendProgress(List<Holding> news) throws InterruptedException {
    List<Heartbeat> beats =
        news.stream().filter(Holding::hasProgress).map(Holding::heartbeat).toList();
    if (!beats.isEmpty()) {
      calls.heartbeat(beats);
      for (int i = 0; i < beats.size(); i++) {
        Heartbeat sent = beats.get(i);
        news.forEach(holding -> holding.confirmProgress(sent));
      }
    }
  }

  /** Sends as many lines as fit into a request; returns whether it was full. */
  private boolean sendLines(List<Holding> news) throws InterruptedException {
    List<TaskLines> items = new ArrayList<>();
    List<Holding> senders = new ArrayList<>();
    int chars = 0;
    for (Holding holding : news) {
      List<LogLine> lines =
          chars < MAX_CHARS_AT_ONCE ? holding.lines(MAX_CHARS_AT_ONCE) : List.of();
      if (!lines.isEmpty()) {
        items.add(new TaskLines(holding.task().taskId(), holding.task().deliveryToken(), lines));
        senders.add(holding);
        chars += lines.stream().mapToInt(TaskLog::size).sum();
      }
    }
    if (items.isEmpty()) {
      return false;
    }
    var answers = calls.log(items);
    for (int i = 0; i < items.size(); i++) {
      senders.get(i).dropLines(items.get(i).lines().size());
      if (answers.get(i).error() != null) {
        log.log(
            Level.WARNING,
            "The server refused lines of {0}: {1}",
            senders.get(i),
            answers.get(i).error());
      }
    }
    return chars >= MAX_CHARS_AT_ONCE;
  }

  void stop() {
    open = false;
    wake();
  }
}
