package dev.edgewise.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.helidon.webserver.CloseConnectionException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The threads that serve connections. */
class ConnectionThreadsTest {
  private final ConnectionThreads threads = new ConnectionThreads();

  private boolean ownThread() {
    AtomicBoolean own = new AtomicBoolean();
    threads.run(() -> {
      own.set(!Thread.currentThread().isVirtual());
      return null;
    });
    return own.get();
  }

  @Test
  void theFirstConnectionsGetPlatformThreadsAndTheOthersDoNot() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Semaphore begun = new Semaphore(0);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> open = new ArrayList<>();
      for (int i = 0; i < ConnectionThreads.COUNT; i++) {
        open.add(
            clients.submit(() -> {
              threads.run(() -> {
                begun.release();
                end.await();
                return null;
              });
              return null;
            }));
      }
      begun.acquire(ConnectionThreads.COUNT);
      assertThat(clients.submit(this::ownThread).get()).as("none is left").isFalse();

      end.countDown();
      for (Future<?> each : open) {
        each.get();
      }
      assertThat(clients.submit(this::ownThread).get()).as("all are free again").isTrue();
    }
  }

  @Test
  void anExceptionOfAConnectionReachesItsCaller() throws Exception {
    var broken = new UncheckedIOException(new SocketException("gone"));
    assertThatThrownBy(() ->
            threads.run(() -> {
              throw broken;
            }))
        .isSameAs(broken);
    assertThatThrownBy(() ->
            threads.run(() -> {
              throw new InterruptedException("stopping");
            }))
        .isInstanceOf(CloseConnectionException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ownThread()).as("they have left their threads").isTrue();
  }

  @Test
  void anInterruptOfTheCallerInterruptsTheConnectionsThread() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> served =
          clients.submit(() -> {
            threads.run(() -> {
              begun.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
              }
              return null;
            });
            return null;
          });
      begun.await();
      clients.shutdownNow();
      interrupted.await();
      assertThatThrownBy(served::get)
          .as("Helidon closes the connection then")
          .hasCauseInstanceOf(CloseConnectionException.class);
    }
  }
}
