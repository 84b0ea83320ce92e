package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.postgres.EmbeddedPostgres;
import dev.edgewise.server.postgres.PostgresAddress;
import dev.edgewise.server.postgres.PostgresSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Answers of a whole server while its database is down, cuts connections or is read-only. */
@Timeout(180)
class DatabaseOutageTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir static Path folder;
  private static EmbeddedPostgres postgres;
  private static Client client;
  private static List<Call> calls;

  private record Call(String method, String path, String body) {
    Reply send() {
      return client.send(method, path, body);
    }
  }

  @BeforeAll
  static void start() {
    postgres =
        EmbeddedPostgres.start(
            new PostgresSettings(folder, Path.of("target", "test-postgres"), 40, Map.of()));
    PostgresAddress address = postgres.address();
    client =
        Client.start(
            address.jdbcUrl() + "&user=" + address.user() + "&password=" + address.password(),
            Map.of());
    var task = client.post("/task", "[" + task("held") + "]").body().get(0);
    String batchId = task.get("batch_id").asString();
    String taskId = task.get("id").asString();
    String token = "0.1.AAAAAAAAAAAAAAAAAAAAAA";
    calls =
        List.of(
            new Call("POST", "/task", "[" + task("k") + "]"),
            new Call("GET", "/task/" + taskId, ""),
            new Call(
                "PATCH", "/task/" + taskId, "{\"status\":\"Failure\",\"failure_reason\":\"x\"}"),
            new Call("PATCH", "/task/pause/" + taskId, ""),
            new Call("GET", "/batches", ""),
            new Call("GET", "/dag/" + batchId, ""),
            new Call("GET", "/batch/" + batchId + "/edges", ""),
            new Call("GET", "/workflows", ""),
            new Call("GET", "/schedules", ""),
            new Call("POST", "/work/claim", "{\"worker\":\"w\",\"kinds\":[\"k\"]}"),
            new Call(
                "POST",
                "/work/complete",
                "[{\"task_id\":\"%s\",\"delivery_token\":\"%s\",\"status\":\"Success\"}]"
                    .formatted(taskId, token)),
            new Call(
                "POST",
                "/work/heartbeat",
                "[{\"task_id\":\"%s\",\"delivery_token\":\"%s\"}]".formatted(taskId, token)));
  }

  @AfterAll
  static void stop() {
    client.close();
    postgres.close();
  }

  private static String task(String kind) {
    return "{\"id\":\"a\",\"name\":\"n\",\"kind\":\"%s\"}".formatted(kind);
  }

  private static void execute(String... statements) throws SQLException {
    PostgresAddress address = postgres.address();
    try (Connection connection =
            DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  private static void cut() throws SQLException {
    execute("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()");
  }

  /** Checks that the answer is not a 500, and that a 503 has Retry-After. */
  private static void assertNoInternalError(Reply reply) {
    assertThat(reply.status()).as(reply.raw() + " " + reply.raw().body()).isNotEqualTo(500);
    if (reply.status() == 503) {
      assertThat(reply.raw().headers().firstValue("Retry-After")).isPresent();
    }
  }

  private static boolean works(Call call) {
    return call.send().status() < 500;
  }

  @Test
  void aReadOnlyDatabaseIsReportedDownUntilItAcceptsWritesAgain() throws Exception {
    execute("alter system set default_transaction_read_only = on", "select pg_reload_conf()");
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      await().atMost(LIMIT).until(() -> client.get("/ready").status() == 503);
      assertNoInternalError(client.get("/ready"));
      assertThat(client.get("/readyz").body().get("checks").get("database").asString())
          .isEqualTo("down");
      assertThat(client.get("/livez").status()).isEqualTo(200);
      List<Reply> replies = all(calls.stream().map(call -> reply(call, callers)).toList());
      replies.forEach(DatabaseOutageTest::assertNoInternalError);
      assertThat(replies).extracting(Reply::status).containsOnly(503);
    } finally {
      execute("alter system reset default_transaction_read_only", "select pg_reload_conf()");
    }
    await().atMost(LIMIT).until(() -> client.get("/ready").status() == 200);
    for (Call call : calls) {
      await().atMost(LIMIT).until(() -> works(call));
    }
  }

  @Test
  void cutConnectionsAndARestartAreNever500() throws Exception {
    Queue<Reply> replies = new ConcurrentLinkedQueue<>();
    AtomicBoolean over = new AtomicBoolean();
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<Void>> running = new ArrayList<>();
      for (Call call : calls) {
        running.add(
            CompletableFuture.runAsync(
                () -> {
                  while (!over.get()) {
                    replies.add(call.send());
                  }
                },
                callers));
      }
      for (int i = 0; i < 5; i++) {
        int before = replies.size();
        await().atMost(LIMIT).until(() -> replies.size() > before + 20);
        cut();
      }
      ProcessHandle.of(postgres.pid()).ifPresent(ProcessHandle::destroyForcibly);
      await().atMost(LIMIT).until(() -> replies.stream().anyMatch(reply -> reply.status() == 503));
      await().atMost(LIMIT).until(() -> calls.stream().allMatch(DatabaseOutageTest::works));
      over.set(true);
      running.forEach(CompletableFuture::join);
    }
    replies.forEach(DatabaseOutageTest::assertNoInternalError);
  }

  private static CompletableFuture<Reply> reply(Call call, ExecutorService callers) {
    return CompletableFuture.supplyAsync(call::send, callers);
  }

  private static List<Reply> all(List<CompletableFuture<Reply>> futures) {
    return futures.stream().map(CompletableFuture::join).toList();
  }
}
