package dev.edgewise.server.webhook;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.life.ProcessEnd;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks up names with the operating system's resolver.
 *
 * @param patience how long a look-up may take
 */
public record SystemNames(Duration patience) implements TargetGuard.NameService {

  /** Most resolvers ask twice, five seconds apart. */
  public static final Duration USUAL_PATIENCE = Duration.ofSeconds(10);

  private static final int LOOKUP_THREADS = 32;

  /**
   * Platform threads, because the system call would block a carrier thread of the virtual threads.
   */
  private static final ThreadPoolExecutor LOOKUPS =
      new ThreadPoolExecutor(
          LOOKUP_THREADS,
          LOOKUP_THREADS,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(Limits.LOOKUPS_MAX_QUEUED),
          Thread.ofPlatform().daemon().name("look-up-", 0).factory());

  @Override
  public List<InetAddress> addresses(String host) throws UnknownHostException {
    var found = new FutureTask<>(() -> List.of(InetAddress.getAllByName(host)));
    try {
      LOOKUPS.execute(found);
      return found.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
      throw unknown(host, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unknown(host, e);
    } finally {
      found.cancel(true);
      LOOKUPS.remove(found);
    }
  }

  private static UnknownHostException unknown(String host, Exception cause) {
    ProcessEnd.endIfFatal(cause);
    var unknown = new UnknownHostException(host + " cannot be resolved");
    unknown.initCause(cause);
    return unknown;
  }
}
