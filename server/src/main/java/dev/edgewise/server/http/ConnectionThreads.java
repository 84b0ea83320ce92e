package dev.edgewise.server.http;

import dev.edgewise.server.life.ProcessEnd;
import io.helidon.webserver.CloseConnectionException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Platform threads for the first connections. The kernel wakes a platform thread directly when its
 * socket has data. A virtual thread is woken by the poller thread, mounted by a carrier, which in
 * turn wakes another carrier to look for more work; on a lightly loaded server that is most of the
 * cost of a request. Further connections use virtual threads, which cost less when many are busy.
 */
final class ConnectionThreads {
  /** Enough for the workers of a small installation, and cheap on any machine. */
  static final int COUNT = 64;

  private final Semaphore free = new Semaphore(COUNT);
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("connection-", 0).factory());

  /** Runs the work of a connection to its end, on a platform thread if one is free. */
  void run(Callable<@Nullable Void> work) {
    if (!free.tryAcquire()) {
      try {
        work.call();
      } catch (Exception e) {
        throw unchecked(e);
      }
      return;
    }
    try {
      Future<@Nullable Void> running = threads.submit(work);
      try {
        running.get();
      } catch (InterruptedException e) {
        running.cancel(true);
        throw unchecked(e);
      }
    } catch (ExecutionException e) {
      ProcessEnd.endIfFatal(e);
      throw unchecked(e.getCause());
    } finally {
      free.release();
    }
  }

  /**
   * Only a stop of the server interrupts a connection. Helidon does not log the exception that is
   * returned for it.
   */
  private static RuntimeException unchecked(@Nullable Throwable e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      return new CloseConnectionException("The server is stopping", e);
    }
    return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
  }
}
