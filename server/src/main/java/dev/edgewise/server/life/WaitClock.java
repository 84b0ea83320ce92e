package dev.edgewise.server.life;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/** The clock by which threads wait for each other; tests replace it by one that they move. */
public interface WaitClock {

  /** The JVM's own clock. */
  WaitClock SYSTEM =
      new WaitClock() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public long await(Condition condition, long nanos) throws InterruptedException {
          return condition.awaitNanos(nanos);
        }

        @Override
        public <T> @Nullable T poll(BlockingQueue<T> queue, long nanos)
            throws InterruptedException {
          return queue.poll(nanos, TimeUnit.NANOSECONDS);
        }
      };

  /** Nanoseconds since some moment, as {@link System#nanoTime} counts them. */
  long nanoTime();

  /** Waits until the condition is signaled; returns how much of the time is left. */
  long await(Condition condition, long nanos) throws InterruptedException;

  /** Takes the head of a queue, waiting for one if need be; null when none came in time. */
  <T> @Nullable T poll(BlockingQueue<T> queue, long nanos) throws InterruptedException;
}
