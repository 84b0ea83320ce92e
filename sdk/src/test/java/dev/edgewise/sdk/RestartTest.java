package dev.edgewise.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.BatchState;
import dev.edgewise.api.BatchView;
import dev.edgewise.api.LedgerEntry;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.server.testing.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that is killed and started again under a client and a worker. */
@Timeout(240)
class RestartTest {

  @Test
  void clientAndWorkerSurviveARestartOfTheServer() throws Exception {
    var started = new CountDownLatch(2);
    var released = new CountDownLatch(1);
    var runs = new AtomicInteger();
    Handler handler =
        context -> {
          runs.incrementAndGet();
          started.countDown();
          released.await();
          return context.task().name();
        };
    try (var server = ServerProcess.start();
        var client = EdgewiseClient.of(server.uri(), Duration.ofMinutes(2));
        Worker worker =
            Worker.builder(server.uri())
                .poll(Duration.ofSeconds(1))
                .lease(Duration.ofMinutes(2))
                .handle("restart", handler)
                .start()) {
      UUID batch =
          client
              .submit(
                  BatchDraft.unnamed()
                      .task("a", "restart")
                      .task("b", "restart")
                      .task("c", "restart", task -> task.after("a", "b")))
              .batchId();
      List<LedgerEntry> entries = new ArrayList<>();
      CompletableFuture<BatchView> watched =
          CompletableFuture.supplyAsync(() -> watch(client, batch, entries));
      started.await();
      server.kill();
      // Both completions are reported while the server is down.
      released.countDown();
      server.restart();

      assertThat(watched.join().state()).isEqualTo(BatchState.SUCCEEDED);
      assertThat(entries).isEqualTo(client.ledger(batch, 0));
      assertThat(runs).hasValue(3);
    }
  }

  private static BatchView watch(EdgewiseClient client, UUID batch, List<LedgerEntry> into) {
    try {
      return client.watch(batch, into::add);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aHandlerIsCanceledWhenItsLeaseIsCertainlyLost() throws Exception {
    var started = new CountDownLatch(1);
    var told = new CompletableFuture<Boolean>();
    try (var server = ServerProcess.start();
        var client = EdgewiseClient.of(server.uri());
        Worker worker =
            Worker.builder(server.uri())
                .poll(Duration.ofSeconds(1))
                .lease(Duration.ofSeconds(1))
                .handle(
                    "lapsed",
                    context -> {
                      started.countDown();
                      told.complete(context.awaitCancel(Duration.ofMinutes(1)));
                      return null;
                    })
                .start()) {
      UUID task = client.submit(BatchDraft.unnamed().task("a", "lapsed")).tasks().getFirst().id();
      started.await();
      server.kill();
      assertThat(told.join()).isTrue();
      server.restart();

      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> client.task(task).status() == TaskStatus.FAILURE);
      assertThat(client.task(task).failureReason()).isEqualTo("Lease expired");
    }
  }
}
