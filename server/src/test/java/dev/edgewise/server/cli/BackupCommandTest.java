package dev.edgewise.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.DatabasePart;
import dev.edgewise.server.app.Edgewise;
import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.cli.remote.ServerAccess;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.config.ConfigurationReader;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.testing.TemporaryFolder;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class BackupCommandTest {
  /** Tables that the server or the restore change between the two comparisons. */
  private static final List<String> MOVING =
      List.of("flyway_schema_history", "outbox", "webhook_execution");

  @TempDir private Path folder;

  /** What a command printed, and how it ended. */
  private record Ran(int code, String out, String err) {}

  private static Ran run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code =
        Main.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Ran(code, out.toString(), err.toString());
  }

  private static String url(TestDatabase database) {
    return "--database-url=" + database.jdbcUrl();
  }

  private static Configuration.Valid configuration(Map<String, String> settings) {
    return (Configuration.Valid) ConfigurationReader.read(Map.of(), settings);
  }

  private static Edgewise serve(TestDatabase database) {
    return Edgewise.start(
        configuration(
            Map.of(
                "DATABASE_URL",
                database.jdbcUrl(),
                "PORT",
                "0",
                "BIND_ADDRESS",
                "127.0.0.1",
                "WEBHOOK_ALLOWED_HOSTS",
                "127.0.0.1")));
  }

  private static Client client(Edgewise edgewise) {
    return new Client(ServerAccess.to(URI.create("http://127.0.0.1:" + edgewise.port())));
  }

  private static JsonNode claim(Client client, String kind) {
    return client
        .send(
            "POST",
            "/work/claim",
            "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":10,\"wait_secs\":0,\"lease_secs\":600}"
                .formatted(kind))
        .json();
  }

  private static String complete(Client client, JsonNode task, String end) {
    return client
        .send(
            "POST",
            "/work/complete",
            "[{\"task_id\":%s,\"delivery_token\":%s,%s}]"
                .formatted(task.get("task_id"), task.get("delivery_token"), end))
        .json()
        .at("/0/result")
        .asString("");
  }

  /** Everything that a database has, by table. */
  private static Map<String, String> content(Database database) {
    return database
        .reader()
        .withHandle(handle -> {
          Map<String, String> content = new TreeMap<>();
          handle
              .createQuery(
                  "select tablename from pg_tables where schemaname = current_schema() and"
                      + " tablename <> 'browser_session'")
              .mapTo(String.class)
              .forEach(table ->
                  content.put(
                      table,
                      handle
                          .createQuery(
                              "select coalesce(md5(string_agg(t::text, ';' order by t::text)), 'nothing') from %s as t"
                                  .formatted(table))
                          .mapTo(String.class)
                          .one()));
          return content;
        });
  }

  private static void insertAccess(Handle handle) {
    handle.execute(
        """
        insert into api_key (key_id, secret_hash, name, workspace, scopes, created_by, created_at) values ('k', 'hash', 'deploy', 0, '{read}', 'system', now());
        insert into secret (workspace, name, encryption_key, ciphertext, created_at, updated_at) values (0, 's', 'f', 'c', now(), now());
        insert into signal (workspace, name, key, sent_at, expires_at) values (0, 'paid', '7', now(), now() + interval '1 day');
        insert into signal_id (workspace, name, key, id, expires_at) values (0, 'paid', '7', 'x', now() + interval '1 day');
        insert into task_log (batch_id, no, attempt, first_line, lines, bytes, total_bytes, cut_off, content, at) select batch_id, 1, 0, 0, 1, 15, 15, false, '[{"message":"\\t"}]', now() from batch;
        insert into fair_lane (lane, priority, clock, back) values ('work:f', 0, 1, 1);
        insert into fair_share (lane, priority, key, start, length) values ('work:f', 0, 'k', 1, 1);
        insert into bucket (name, max_starts, per_secs, full_at) values ('rate:k', 1, 3600, now() + interval '1 hour');
        insert into past_attempt (batch_id, no, attempt, worker, error) select batch_id, 1, 7, 'w', '{}' from batch;
        insert into progress (batch_id, no, attempt, progress, message) select batch_id, 1, 7, 0.1, '\t' from batch;
        insert into schedule_tick (workspace, schedule, tick_at, cause, state, decided_at) values (0, 's', '2026-01-01', 'backfill', 'skipped', now());
        insert into backfill values (gen_random_uuid(), 0, 's', '2026-01-01', '2026-01-02', 1, false, 1, 'done', null, 'system', now(), now());
        insert into audit (workspace, at, actor, action) values (0, now(), 'system', 'key.create')
        """);
  }

  @Test
  void workInFlightGoesOnFromABackupOfALiveServer() {
    Path file = folder.resolve("live.backup");
    JsonNode held;
    String batch;
    Map<String, String> before;
    try (var source = TestDatabase.open()) {
      try (var edgewise = serve(source);
          var client = client(edgewise)) {
        batch = BackedUpWork.submit(client);
        JsonNode first = claim(client, "first").get(0);
        assertThat(
                complete(client, first, "\"status\":\"Success\",\"result\":{\"a\\\\b\":\"\\t\"}"))
            .isEqualTo("ok");
        complete(
            client,
            claim(client, "flaky").get(0),
            "\"status\":\"Failure\",\"failure_reason\":\"no\"");
        held = claim(client, "second").get(0);
        source.database().engine().useHandle(BackupCommandTest::insertAccess);
        await()
            .untilAsserted(() -> {
              assertThat(content(source.database()).values()).doesNotContain("nothing");
              assertThat(source.text("select count(*) from call where due_at is null"))
                  .as("calls whose child batch runs")
                  .isEqualTo("1");
            });
        Ran ran = run("backup", file.toString(), url(source));
        assertThat(ran.code).as(ran.err).isZero();
        assertThat(ran.out).contains("4 batches with 9 tasks");
        before = content(source.database());
      }
    }
    try (var target = TestDatabase.openEmpty()) {
      Ran ran = run("restore", file.toString(), url(target));
      assertThat(ran.code).as(ran.err).isZero();
      assertThat(ran.out).contains("4 batches with 9 tasks");
      Map<String, String> after = content(target.database());
      assertThat(after.values()).doesNotContain("nothing");
      before.keySet().removeAll(MOVING);
      assertThat(after).containsAllEntriesOf(before);
      assertThat(run("fsck", "--replay", url(target)).out).isEqualTo("No differences.\n");
      try (var edgewise = serve(target);
          var client = client(edgewise)) {
        assertThat(complete(client, held, "\"status\":\"Success\""))
            .as("its token was given out before the backup")
            .isEqualTo("ok");
        complete(client, claim(client, "third").get(0), "\"status\":\"Success\"");
        assertThat(
                client.get("/task/" + held.get("task_id").asString("")).path("status").asString(""))
            .isEqualTo("Success");
        assertThat(claim(client, "last")).as("the child in the other batch").hasSize(1);
        assertThat(client.get("/batch/" + batch).at("/status_counts/success").asInt(0))
            .isEqualTo(3);
        assertThat(client.get("/schedule/nightly").path("name").asString("")).isEqualTo("nightly");
      }
      assertThat(run("fsck", "--replay", url(target)).out).isEqualTo("No differences.\n");
    }
  }

  @Test
  void anEmbeddedDatabaseIsRestoredIntoAnEmptyFolder() throws IOException {
    Path file = folder.resolve("embedded.backup");
    try (var old = new TemporaryFolder(Path.of("target"));
        var fresh = new TemporaryFolder(Path.of("target"))) {
      Map<String, String> before;
      try (var part = DatabasePart.start(embedded(old))) {
        part.database().migrate();
        work(part.database());
        Ran ran = run("backup", file.toString(), "--edgewise-data-dir=" + old.path());
        assertThat(ran.code).as(ran.err).isZero();
        before = content(part.database());
        assertThat(run("restore", file.toString(), "--edgewise-data-dir=" + old.path()).err)
            .contains(String.valueOf(ProcessHandle.current().pid()));
      }
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      String flag = "--edgewise-data-dir=" + fresh.path();
      Ran ran = run("restore", file.toString(), flag);
      assertThat(ran.code).as(ran.err).isZero();
      assertThat(run("fsck", "--replay", flag).out).isEqualTo("No differences.\n");
      try (var part = DatabasePart.start(embedded(fresh));
          var store = new TestStore(part.database())) {
        before.remove("flyway_schema_history");
        assertThat(content(part.database())).containsAllEntriesOf(before);
        store.succeed(store.claim("test"), null);
      }
      assertThat(run("fsck", "--replay", flag).out).isEqualTo("No differences.\n");
    }
  }

  private static Settings.Storage embedded(TemporaryFolder folder) {
    return configuration(Map.of("EDGEWISE_DATA_DIR", folder.path().toString()))
        .settings()
        .storage();
  }

  private static void work(Database database) {
    try (var store = new TestStore(database)) {
      store.submit("work", TestTask.task("a"), TestTask.task("b").after("a"));
      store.succeed(store.claim("test"), "1");
    }
  }

  private Path backup() {
    Path file = folder.resolve("some.backup");
    try (var source = TestDatabase.open()) {
      work(source.database());
      assertThat(run("backup", file.toString(), url(source)).code).isZero();
    }
    return file;
  }

  @Test
  void aDatabaseWithRowsOrWithAServerIsLeftAlone() {
    Path file = backup();
    try (var filled = TestDatabase.open()) {
      work(filled.database());
      Map<String, String> before = content(filled.database());
      Ran ran = run("restore", file.toString(), url(filled));
      assertThat(ran.code).isEqualTo(1);
      assertThat(ran.err).contains("not empty", "table batch has rows").hasLineCount(1);
      assertThat(content(filled.database())).isEqualTo(before);
    }
    try (var served = TestDatabase.open();
        var edgewise = serve(served)) {
      await()
          .untilAsserted(() ->
              assertThat(run("restore", file.toString(), url(served)).err)
                  .contains("a server uses the database", "Stop it"));
      assertThat(served.text("select count(*)::text from batch")).isEqualTo("0");
      assertThat(edgewise.port()).isPositive();
    }
  }

  @Test
  void aFileThatIsNotAWholeBackupRestoresNothing() throws IOException {
    byte[] whole = Files.readAllBytes(backup());
    Map<String, byte[]> broken =
        Map.of(
            "cut", Arrays.copyOf(whole, whole.length / 2),
            "without end", entries(whole, "end.json", ""),
            "of the future", entries(whole, "manifest.json", "\"schema\" : \"99\""),
            "text", "hello".getBytes(StandardCharsets.UTF_8));
    try (var target = TestDatabase.openEmpty()) {
      for (Map.Entry<String, byte[]> each : broken.entrySet()) {
        Path file = Files.write(folder.resolve(each.getKey()), each.getValue());
        Ran ran = run("restore", file.toString(), url(target));
        assertThat(ran.code).as(each.getKey()).isEqualTo(1);
        assertThat(ran.err)
            .contains(file + " was not restored: ")
            .contains(each.getKey().contains("future") ? "schema 99" : "not a whole backup")
            .hasLineCount(1);
      }
      // A restore refuses a database with rows, so this one shows that the others left none.
      Ran ran = run("restore", backup().toString(), url(target));
      assertThat(ran.code).as("after the refused files: " + ran.err).isZero();
    }
  }

  /**
   * The same archive without an entry, or with another schema in it.
   *
   * @param schema takes the place of the schema's version; empty leaves the entry out
   */
  private static byte[] entries(byte[] whole, String changed, String schema) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var in = new ZipInputStream(new ByteArrayInputStream(whole));
        var out = new ZipOutputStream(bytes)) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        byte[] content = in.readAllBytes();
        if (entry.getName().equals(changed)) {
          if (schema.isEmpty()) {
            continue;
          }
          content =
              new String(content, StandardCharsets.UTF_8)
                  .replaceFirst("\"schema\" : \"\\d+\"", schema)
                  .getBytes(StandardCharsets.UTF_8);
        }
        out.putNextEntry(new ZipEntry(entry.getName()));
        out.write(content);
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void filesThatCannotBeReadOrWrittenAreNamed() {
    try (var empty = TestDatabase.openEmpty();
        var database = TestDatabase.open()) {
      assertThat(run("backup", folder.resolve("x").toString(), url(empty)).err)
          .contains("no schema yet");
      assertThat(run("backup", folder + "/none/x", url(database)).err)
          .contains("The file " + folder + "/none/x cannot be written");
      assertThat(run("restore", folder + "/none/x", url(empty)).err)
          .contains("The file " + folder + "/none/x does not exist");
    }
    assertThat(folder).isEmptyDirectory();
  }
}
