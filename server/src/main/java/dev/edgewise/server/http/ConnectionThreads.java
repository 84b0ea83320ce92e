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
 * Threads of the system for some connections. Whoever waits on one of them, for a socket or for a
 * task, is woken directly. A virtual thread is woken by one that watches all sockets and then
 * carried by another, who wakes a third to look for more; where little is under way, that is most
 * of what a request costs. Of many connections the others take turns, which costs less when all are
 * busy.
 */
final class ConnectionThreads {
  /** Enough for the workers of a small installation, and few for any machine. */
  static final int COUNT = 64;

  private final Semaphore free = new Semaphore(COUNT);
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("connection-", 0).factory());

  /** Does the work of a connection, on a thread of the system if one is left, until it ends. */
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
      ProcessEnd.heed(e);
      throw unchecked(e.getCause());
    } finally {
      free.release();
    }
  }

  /**
   * Whoever interrupts a connection stops the server, which is no news to Helidon if it is told so.
   */
  private static RuntimeException unchecked(@Nullable Throwable e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      return new CloseConnectionException("The server is stopping", e);
    }
    return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
  }
}
