package dev.edgewise.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Edgewise;
import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.cli.remote.ServerAccess;
import dev.edgewise.server.testing.TestDatabase;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class WatchCommandTest {
  private static final String CHAIN =
      """
      {"tasks": [
        {"id": "a", "name": "first", "kind": "watched"},
        {"id": "b", "name": "second", "kind": "watched",
         "dependencies": [{"id": "a", "condition": "on_success"}]},
        {"id": "c", "name": "third", "kind": "watched",
         "dependencies": [{"id": "b", "condition": "on_success"}]}]}
      """;

  /** Keeps what is printed, and tells when a text has come. */
  private static final class Printed extends Writer {
    private final StringBuilder text = new StringBuilder();
    private final String awaited;
    private final CountDownLatch came = new CountDownLatch(1);

    Printed(String awaited) {
      this.awaited = awaited;
    }

    @Override
    public synchronized void write(char[] characters, int offset, int length) {
      text.append(characters, offset, length);
      if (text.indexOf(awaited) >= 0) {
        came.countDown();
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    void await() throws InterruptedException {
      assertThat(came.await(60, TimeUnit.SECONDS)).as(text.toString()).isTrue();
    }
  }

  private static Client client(Edgewise server) {
    return new Client(ServerAccess.to(URI.create("http://127.0.0.1:" + server.port())));
  }

  private static void complete(Client client) {
    JsonNode task =
        client
            .send(
                "POST",
                "/v1/work/claim",
                """
                {"worker": "w", "kinds": ["watched"], "max": 1, "wait_secs": 20, "lease_secs": 60}
                """)
            .json()
            .path(0);
    String path = "/v1/tasks/" + task.path("task_id").asString("");
    client.send("PATCH", path, "{\"status\": \"Success\", \"result\": 7}");
  }

  @Test
  void watchingSurvivesARestartWithoutLosingOrRepeatingLines() throws Exception {
    try (TestDatabase database = TestDatabase.open()) {
      var out = new Printed("first  success");
      var err = new Printed("connection to the server is lost");
      CompletableFuture<Integer> watching;
      String batch;
      int port;
      try (Edgewise server = CommandRun.server(database, 0);
          Client client = client(server)) {
        port = server.port();
        batch = client.send("POST", "/v1/batches", CHAIN).created().orElseThrow().toString();
        watching =
            CompletableFuture.supplyAsync(() ->
                Main.commandLine()
                    .setOut(new PrintWriter(out))
                    .setErr(new PrintWriter(err))
                    .execute("watch", batch, "--server=http://127.0.0.1:" + port));
        complete(client);
        out.await();
      }
      err.await();
      try (Edgewise server = CommandRun.server(database, port);
          Client client = client(server)) {
        complete(client);
        complete(client);
        assertThat(watching.get(60, TimeUnit.SECONDS)).isZero();
      }
      assertThat(out.text.toString().lines().map(line -> line.replaceFirst("^\\d{4}-\\S+ +", "")))
          .containsExactly(
              "first  running",
              "first  success",
              "second  running",
              "second  success",
              "third  running",
              "third  success",
              "3 of 3 ended, succeeded: 3 success");
      assertThat(err.text.toString()).contains("The server is back.");
    }
  }

  @Test
  void theResultOfTheBatchIsPrintedAtItsEnd() {
    try (TestDatabase database = TestDatabase.open();
        Edgewise server = CommandRun.server(database, 0);
        Client client = client(server)) {
      String batch =
          client
              .send(
                  "POST",
                  "/v1/batches",
                  "[{\"id\": \"sum\", \"name\": \"sum\", \"kind\": \"k\", \"output\": \"1 + 2\"}]")
              .created()
              .orElseThrow()
              .toString();
      assertThat(CommandRun.of(server.port(), "watch", batch).printed().lines())
          .contains("1 of 1 ended, succeeded: 1 success")
          .last()
          .isEqualTo("result 3");
    }
  }
}
