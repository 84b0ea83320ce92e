package dev.edgewise.server.commit;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.life.WaitClock;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each final failure of a task in one line. When many tasks fail, it logs some of them and
 * says how many it has left out.
 */
final class FailureLog {
  private static final Logger log = LoggerFactory.getLogger(FailureLog.class);

  private final WaitClock clock;
  private double allowance = Limits.FAILURES_LOGGED_BURST;
  private long countedAt;
  private long leftOut;

  FailureLog(WaitClock clock) {
    this.clock = clock;
    this.countedAt = clock.nanoTime();
  }

  /** Logs the failures of a committed group. */
  synchronized void log(Tally.Failures failures) {
    if (failures.count() == 0) {
      return;
    }
    refill();
    int logged = 0;
    for (Tally.Failure failure : failures.some()) {
      if (allowance < 1) {
        break;
      }
      allowance--;
      logged++;
      TaskKey task = failure.task();
      log.info(
          "Task {} of kind {} failed (batch {}): {}",
          task.publicId(),
          failure.kind(),
          task.batchId(),
          shortened(failure.reason()));
    }
    leftOut += failures.count() - logged;
    if (leftOut > 0 && allowance >= 1) {
      allowance--;
      log.info("{} more tasks failed, too many to log each of them", leftOut);
      leftOut = 0;
    }
  }

  private void refill() {
    long now = clock.nanoTime();
    double seconds = (now - countedAt) / (double) TimeUnit.SECONDS.toNanos(1);
    allowance =
        Math.min(
            Limits.FAILURES_LOGGED_BURST, allowance + seconds * Limits.FAILURES_LOGGED_PER_SEC);
    countedAt = now;
  }

  private static String shortened(String reason) {
    int most = Limits.FAILURE_REASON_LOGGED_MAX_CHARS;
    if (reason.codePointCount(0, reason.length()) <= most) {
      return reason;
    }
    return reason.substring(0, reason.offsetByCodePoints(0, most)) + "...";
  }
}
