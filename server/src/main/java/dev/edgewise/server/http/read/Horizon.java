package dev.edgewise.server.http.read;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.life.OverloadedException;
import dev.edgewise.server.store.read.Ledger;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the ledger is settled: no row with a number up to there will appear any more.
 *
 * <p>A reader sees everything that was committed before it asked, unless a transaction that writes
 * to the ledger stays open for long; then the horizon returns an earlier number, and the rows above
 * it are held back until that transaction has ended. Readers that ask at the same time share one
 * look at the database.
 */
final class Horizon {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(2);
  private static final Duration MAX_PAUSE = Duration.ofMillis(50);

  private final Ledger ledger;
  private final AtomicLong asked = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private long answered;
  private long settled;
  private Ledger.@Nullable Mark open;

  Horizon(Ledger ledger) {
    this.ledger = ledger;
  }

  /**
   * The highest settled number.
   *
   * @throws OverloadedException when earlier requests have waited too long for their answer
   */
  long settled() throws InterruptedException {
    long ticket = asked.incrementAndGet();
    if (!lock.tryLock(Limits.FOLLOWERS_MAX_WAIT_SECS, TimeUnit.SECONDS)) {
      throw new OverloadedException("The end of the ledger could not be found in time");
    }
    try {
      if (answered < ticket) {
        // Whoever has asked by now is answered by this look.
        long covered = asked.get();
        look();
        answered = covered;
      }
      return settled;
    } finally {
      lock.unlock();
    }
  }

  private void look() throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Duration pause = FIRST_PAUSE;
    // A mark that an earlier look left open is kept until it is reached: one that is replaced each
    // time might never be.
    if (open != null) {
      settle(open, ledger.writers());
    }
    boolean fresh = false;
    while (open != null || !fresh) {
      if (open == null) {
        fresh = true;
        open = ledger.mark();
        settle(open, open.writers());
      } else if (System.nanoTime() < deadline) {
        Thread.sleep(pause);
        pause = pause.compareTo(MAX_PAUSE) < 0 ? pause.multipliedBy(2) : MAX_PAUSE;
        settle(open, ledger.writers());
      } else {
        return;
      }
    }
  }

  private void settle(Ledger.Mark mark, Set<String> writers) {
    Set<String> left = new HashSet<>(mark.writers());
    left.retainAll(writers);
    if (left.isEmpty()) {
      settled = mark.seq();
      open = null;
    } else {
      open = new Ledger.Mark(mark.seq(), left);
    }
  }
}
