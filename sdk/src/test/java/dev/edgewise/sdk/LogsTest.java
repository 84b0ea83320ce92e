package dev.edgewise.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.api.AttemptList;
import dev.edgewise.api.LogEntry;
import dev.edgewise.api.LogList;
import dev.edgewise.api.Task;
import dev.edgewise.api.TaskError;
import dev.edgewise.server.testing.LogCapture;
import dev.edgewise.server.testing.ServerProcess;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What handlers log, how far they say they are, and the errors they end with. */
@Timeout(120)
class LogsTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofSeconds(60);

  private final URI server = ServerProcess.shared().uri();
  private final EdgewiseClient client = EdgewiseClient.of(server);
  private final Transport transport = new Transport(ServerAccess.to(server));

  @AfterEach
  void close() {
    client.close();
    transport.close();
  }

  /** Runs a task with a handler and returns its id once it has ended. */
  private UUID ran(URI through, String kind, Handler handler) throws InterruptedException {
    try (Worker worker = Worker.builder(through).poll(SECOND).handle(kind, handler).start()) {
      Submitted submitted = client.submit(BatchDraft.unnamed().task("a", kind));
      client.await(submitted.batchId(), LONG);
      return submitted.tasks().getFirst().id();
    }
  }

  private List<LogEntry> log(UUID task) throws InterruptedException {
    return transport
        .send(Call.get("/v1/tasks/" + task + "/logs?limit=1000"))
        .as(LogList.class)
        .items();
  }

  @Test
  void linesAreSentInOrderAndInGroupsBeforeTheCompletion() throws Exception {
    try (var proxy = new LossyProxy(server, "/v1/work/log", 0)) {
      UUID task =
          ran(
              proxy.uri(),
              "lines",
              context -> {
                for (int i = 0; i < 250; i++) {
                  context.log("info", "line " + i, Map.of("n", i));
                }
                context.log("error", "NUL \0 and half a pair \ud800");
                return null;
              });
      List<LogEntry> lines = log(task);

      assertThat(lines).hasSize(251);
      for (int i = 0; i < 250; i++) {
        assertThat(lines.get(i).message()).isEqualTo("line " + i);
      }
      assertThat(lines.get(7).fields()).hasToString("{\"n\":7}");
      assertThat(lines.getLast().level()).isEqualTo("error");
      assertThat(lines.getLast().message()).isEqualTo("NUL \ufffd and half a pair \ufffd");
      assertThat(proxy.seen()).hasSizeLessThan(20);
    }
  }

  @Test
  void linesAndProgressShowWhileTheHandlerRuns() throws Exception {
    var seen = new CompletableFuture<Boolean>();
    var held = new CompletableFuture<UUID>();
    Handler handler =
        context -> {
          context.log("begun");
          context.progress(0.5, "half");
          held.complete(context.task().taskId());
          return seen.join();
        };
    try (Worker worker =
        Worker.builder(server).name("java-live").poll(SECOND).handle("live", handler).start()) {
      Submitted submitted = client.submit(BatchDraft.unnamed().task("a", "live"));
      UUID task = held.join();
      Awaitility.await()
          .untilAsserted(() -> {
            assertThat(log(task)).hasSize(1);
            assertThat(client.task(task).progress()).isEqualTo(0.5);
          });
      Task shown = client.task(task);
      assertThat(shown.message()).isEqualTo("half");
      assertThat(shown.worker()).isEqualTo("java-live");
      seen.complete(true);
      client.await(submitted.batchId(), LONG);
    }
  }

  @Test
  void anExceptionIsSentWithItsTypeAndItsStackAndIsLogged() throws Exception {
    UUID task;
    try (var capture = new LogCapture(Worker.class.getName())) {
      task =
          ran(
              server,
              "throws",
              _ -> {
                throw new IllegalStateException("no such row");
              });
      assertThat(capture.lines()).anyMatch(line -> line.contains("The handler of throws task"));
      assertThat(capture.traces()).anyMatch(trace -> trace.contains("no such row"));
    }
    TaskError error = Objects.requireNonNull(client.task(task).error());
    assertThat(error.type()).isEqualTo("java.lang.IllegalStateException");
    assertThat(error.message()).isEqualTo("no such row");
    assertThat(error.stack()).contains("at ", "LogsTest");
    var attempts =
        transport.send(Call.get("/v1/tasks/" + task + "/attempts")).as(AttemptList.class).items();
    assertThat(attempts).hasSize(1);
    assertThat(attempts.getFirst().error()).isEqualTo(error);
    assertThat(attempts.getFirst().failureReason())
        .isEqualTo("java.lang.IllegalStateException: no such row");
  }

  @Test
  void whatTheLoggingOfTheJdkLogsOnTheThreadOfAHandlerGoesToItsTask() throws Exception {
    Logger logger = Logger.getLogger("shop.orders");
    var bridge = new TaskLogHandler();
    logger.addHandler(bridge);
    try {
      logger.info("outside of a task");
      UUID task =
          ran(
              server,
              "bridge",
              _ -> {
                logger.log(Level.WARNING, "order {0} is late", 7);
                logger.log(Level.SEVERE, "lost", new IllegalStateException("boom"));
                return null;
              });
      List<LogEntry> lines = log(task);
      assertThat(lines.stream().map(LogEntry::level)).containsExactly("warn", "error");
      assertThat(lines.getFirst().message()).isEqualTo("order 7 is late");
      assertThat(lines.getFirst().fields()).hasToString("{\"logger\":\"shop.orders\"}");
      assertThat(lines.getLast().message()).startsWith("lost").contains("boom", "at ");
    } finally {
      logger.removeHandler(bridge);
    }
  }

  @Test
  void progressBeyondItsRangeIsRefusedAtOnce() throws Exception {
    UUID task =
        ran(
            server,
            "range",
            context -> {
              assertThatThrownBy(() -> context.progress(1.5))
                  .isInstanceOf(IllegalArgumentException.class);
              context.progress(1, "x".repeat(600));
              return null;
            });
    assertThat(client.task(task).progress()).isEqualTo(1.0);
    assertThat(client.task(task).message()).hasSize(500);
  }
}
