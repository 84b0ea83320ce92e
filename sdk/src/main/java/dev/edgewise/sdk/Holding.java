package dev.edgewise.sdk;

import dev.edgewise.api.ClaimedTask;
import dev.edgewise.api.Heartbeat;
import dev.edgewise.api.LogLine;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A task that this worker holds, from its claim until its completion was reported. The lease is
 * measured by this machine's clock, from when the server last confirmed it.
 */
final class Holding {

  private final ClaimedTask task;
  private final Duration lease;
  private final CountDownLatch canceled = new CountDownLatch(1);
  private final TaskLog log = new TaskLog();
  private volatile long confirmed = System.nanoTime();

  /** What the handler has said of its progress; null once the server knows it. */
  private volatile @Nullable Progress progress;

  private record Progress(@Nullable Double part, @Nullable String message) {}

  Holding(ClaimedTask task, Duration lease) {
    this.task = task;
    this.lease = lease;
  }

  ClaimedTask task() {
    return task;
  }

  Heartbeat heartbeat() {
    Progress said = progress;
    return new Heartbeat(
        task.taskId(),
        task.deliveryToken(),
        said == null ? null : said.part(),
        said == null ? null : said.message());
  }

  /** Remembers how far the handler is until the next heartbeat. */
  synchronized void progress(@Nullable Double part, @Nullable String message) {
    Progress said = progress;
    progress =
        new Progress(
            part == null && said != null ? said.part() : part,
            message == null && said != null ? said.message() : message);
  }

  boolean hasProgress() {
    return progress != null;
  }

  /** Called when the server knows what a heartbeat said. */
  synchronized void confirmProgress(Heartbeat sent) {
    if (sent.taskId().equals(task.taskId())
        && new Progress(sent.progress(), sent.message()).equals(progress)) {
      progress = null;
    }
  }

  /** Adds a line to those that are to be sent; returns how many there are. */
  int add(LogLine line) {
    return log.add(line);
  }

  /** Whether there are lines or progress to send. */
  boolean hasNews() {
    return hasProgress() || !log.isEmpty();
  }

  /** The oldest lines that are to be sent. */
  List<LogLine> lines(int maxChars) {
    return log.oldest(maxChars);
  }

  /** Forgets the oldest lines, because they were sent. */
  void dropLines(int count) {
    log.remove(count);
  }

  /** Forgets what the server refuses. */
  void dropNews() {
    log.clear();
    progress = null;
  }

  /** Called when the server has extended the lease. */
  void confirm() {
    confirmed = System.nanoTime();
  }

  /** Whether the lease has certainly expired. */
  boolean hasLapsed() {
    return System.nanoTime() - confirmed > lease.toNanos();
  }

  void cancel() {
    canceled.countDown();
  }

  boolean isCanceled() {
    return canceled.getCount() == 0;
  }

  boolean awaitCancel(Duration longest) throws InterruptedException {
    return canceled.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public String toString() {
    return "%s task %s, attempt %d".formatted(task.kind(), task.taskId(), task.attempt());
  }
}
