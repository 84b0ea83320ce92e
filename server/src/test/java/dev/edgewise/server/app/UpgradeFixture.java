package dev.edgewise.server.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.store.backup.Backup;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.JsonNode;

/**
 * Work in flight in a database of each released schema, as backups in the test resources. A file
 * was made by the code of its time and stays as it is, so that each later migration is tried on it.
 */
final class UpgradeFixture {
  private static final Path FOLDER = Path.of("src", "test", "resources", "upgrade");

  /** The settings of the servers before and after the upgrade. */
  static final Map<String, String> SETTINGS = Map.of("WEBHOOK_ALLOWED_HOSTS", "127.0.0.1");

  /** The receiver's address in the file: nothing listens there. */
  private static final String UNREACHABLE = "127.0.0.1:1";

  private static final String CALL =
      "{\"kind\":\"Webhook\",\"params\":{\"url\":\"http://"
          + UNREACHABLE
          + "/%s\",\"verb\":\"Post\"}}";

  /** A batch with a task for each state; the task with a call becomes ready when no server runs. */
  private static final String TASKS =
      """
      [{"id":"done","name":"done","kind":"done","on_success":[%s]},
       {"id":"gate","name":"gate","kind":"gate"},
       {"id":"claimed","name":"claimed","kind":"claimed","on_start":%s,
        "dependencies":[{"id":"gate","condition":"on_success"}]},
       {"id":"running","name":"running","kind":"running"},
       {"id":"pending","name":"pending","kind":"pending","dependencies":[{"id":"done","condition":"on_success"}]},
       {"id":"waiting","name":"waiting","kind":"waiting",
        "dependencies":[{"id":"pending","condition":"on_success"},{"id":"running","condition":"always"}]},
       {"id":"retried","name":"retried","kind":"retried","retry":{"max_retries":3,"initial_delay_secs":1}},
       {"id":"paused","name":"paused","kind":"paused"}]
      """
          .formatted(CALL.formatted("done"), CALL.formatted("start"));

  private UpgradeFixture() {}

  /** Submits the batch, or repeats the submission with the same key. */
  static Reply submit(Client client) {
    return client.send("POST", "/task", TASKS, "Idempotency-Key", "once");
  }

  /** Claims the task of a kind. */
  static JsonNode claim(Client client, String kind) {
    return client
        .post(
            "/work/claim",
            "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":1,\"wait_secs\":10,\"lease_secs\":600}"
                .formatted(kind))
        .body()
        .path(0);
  }

  /** The files, one for each schema. */
  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.sorted().toList();
    }
  }

  /** Makes the file of the newest schema; those of earlier ones cannot be made any more. */
  static void write() throws IOException, SQLException {
    try (var database = TestDatabase.open()) {
      String schema =
          database.text(
              "select version from flyway_schema_history order by installed_rank desc limit 1");
      UUID batchId;
      try (var client = Client.start(database, SETTINGS)) {
        batchId = begin(client);
      }
      stopMidway(database, batchId);
      new Backup(database.database(), "of schema " + schema)
          .to(FOLDER.resolve("v" + schema + ".backup"));
    }
  }

  private static UUID begin(Client client) {
    expect(
        201,
        client.send(
            "PUT",
            "/workflow/report",
            "{\"tasks\":[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"inline\",\"let\":\"1\"}]}"));
    expect(
        201,
        client.send(
            "PUT",
            "/schedule/rarely",
            "{\"workflow\":\"report\",\"interval\":\"P3650D\",\"catch_up\":\"P3650D\"}"));
    JsonNode tasks = expect(201, submit(client));
    expect(
        201,
        client.post(
            "/task",
            "[{\"id\":\"last\",\"name\":\"last\",\"kind\":\"last\",\"dependencies\":[{\"task_id\":%s,\"condition\":\"on_success\"}]}]"
                .formatted(tasks.at("/5/id"))));
    JsonNode held = claim(client, "running");
    // Stores the worker's token where the test finds it.
    expect(
        200,
        client.patch(
            "/task/" + held.path("task_id").asString(""),
            "{\"metadata\":{\"token\":%s}}".formatted(held.path("delivery_token"))));
    return UUID.fromString(tasks.at("/0/batch_id").asString(""));
  }

  private static JsonNode expect(int status, Reply reply) {
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(status);
    return reply.body();
  }

  /** Moves tasks while no server runs, so that calls stay owed and a claim stays unanswered. */
  private static void stopMidway(TestDatabase database, UUID batchId) {
    try (var store = new TestStore(database.database())) {
      store.succeed(store.claim("done"), "1");
      store.succeed(store.claim("gate"), null);
      store.claimFor(UNREACHABLE);
      store.fail(store.claim("retried"), "no");
      store.committer.apply(new Command.Pause(new TaskKey(batchId, 8)));
    }
    database
        .database()
        .reader()
        .useHandle(handle -> {
          handle.execute(
              "update lease set expires_at = expires_at + interval '90 years' where worker");
          handle.execute("update schedule set next_tick = anchor, look_at = anchor");
        });
  }

  /** Copies a file, with the address of a real receiver. */
  static Path copy(Path file, Path folder, String receiver) throws IOException {
    Path copy = folder.resolve(file.getFileName());
    try (var in = new ZipInputStream(Files.newInputStream(file));
        var out = new ZipOutputStream(Files.newOutputStream(copy))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        out.putNextEntry(new ZipEntry(entry.getName()));
        String text = new String(in.readAllBytes(), UTF_8);
        out.write(text.replaceAll("127\\.0\\.0\\.1:1(?!\\d)", receiver).getBytes(UTF_8));
      }
    }
    return copy;
  }
}
