package dev.edgewise.server.store.read;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.life.OverloadedException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * How far the ledger is settled: no row with a number up to there will appear any more.
 *
 * <p>Whoever asks learns of everything that was committed before, unless a transaction that writes
 * to the ledger stays open for long; then the answer is an earlier one and what follows is held
 * back until that transaction has ended. Readers that ask at the same time share one look.
 */
public final class Horizon {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(2);
  private static final Duration MAX_PAUSE = Duration.ofMillis(50);

  private final Database database;
  private final AtomicLong asked = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private long answered;
  private long settled;
  private @Nullable Mark open;

  /** A number, and the transactions that may still bring rows up to it. */
  private record Mark(long seq, Set<String> writers) {}

  public Horizon(Database database) {
    this.database = database;
  }

  /**
   * The highest settled number.
   *
   * @throws OverloadedException when those who asked before have not been answered for long
   */
  public long settled() throws InterruptedException {
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
      settle(open, database.reader().withHandle(Horizon::writers));
    }
    boolean fresh = false;
    while (open != null || !fresh) {
      if (open == null) {
        fresh = true;
        open = database.reader().withHandle(Horizon::mark);
        settle(open, open.writers());
      } else if (System.nanoTime() < deadline) {
        Thread.sleep(pause);
        pause = pause.compareTo(MAX_PAUSE) < 0 ? pause.multipliedBy(2) : MAX_PAUSE;
        settle(open, database.reader().withHandle(Horizon::writers));
      } else {
        return;
      }
    }
  }

  private void settle(Mark mark, Set<String> writers) {
    Set<String> left = new HashSet<>(mark.writers());
    left.retainAll(writers);
    if (left.isEmpty()) {
      settled = mark.seq();
      open = null;
    } else {
      open = new Mark(mark.seq(), left);
    }
  }

  /** The order matters: a transaction that took a number before the first look is in the second. */
  private static Mark mark(Handle handle) {
    long seq = handle.createQuery(Sql.named("event/last_seq")).mapTo(Long.class).one();
    return new Mark(seq, writers(handle));
  }

  private static Set<String> writers(Handle handle) {
    return new HashSet<>(handle.createQuery(Sql.named("event/writers")).mapTo(String.class).list());
  }
}
