package dev.edgewise.server.life;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/** The clock that threads wait by; tests use one that they advance themselves. */
public interface WaitClock {

  /** The clock of the JVM. */
  WaitClock SYSTEM =
      new WaitClock() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        @SuppressWarnings("WaitNotInLoop") // Every caller waits in a loop.
        public long await(Condition condition, long nanos) throws InterruptedException {
          return condition.awaitNanos(nanos);
        }

        @Override
        public <T> @Nullable T poll(BlockingQueue<T> queue, long nanos)
            throws InterruptedException {
          return queue.poll(nanos, TimeUnit.NANOSECONDS);
        }
      };

  /** The current time in the sense of {@link System#nanoTime}. */
  long nanoTime();

  /** Waits until the condition is signaled or the time is over; returns the time left. */
  long await(Condition condition, long nanos) throws InterruptedException;

  /** Takes the head of a queue, waiting up to the given time; null when the queue stayed empty. */
  <T> @Nullable T poll(BlockingQueue<T> queue, long nanos) throws InterruptedException;
}
