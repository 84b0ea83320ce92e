package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.store.backup.Restore;
import dev.edgewise.server.testing.FsckAssertion;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * What was under way in a database of a released schema goes on after all later migrations. The
 * databases come from files; {@code -Dfixture=write} adds the one of the newest schema. A new
 * migration needs no change here.
 */
@Timeout(180)
class UpgradeTest {
  private static final boolean WRITE = "write".equals(System.getProperty("fixture"));
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int MAX_BYTES = 100_000;
  private static final Path MIGRATIONS = Path.of("src", "main", "resources", "db", "migration");
  private static final Pattern MIGRATION = Pattern.compile("V([0-9]+)__[a-z0-9_]+[.]sql");

  @TempDir private Path folder;

  private final Receiver receiver = Receiver.start();
  private final TestDatabase database = TestDatabase.openEmpty();

  @BeforeAll
  static void write() throws Exception {
    if (WRITE) {
      UpgradeFixture.write();
    }
  }

  static List<Path> files() throws IOException {
    return UpgradeFixture.files();
  }

  private void restore(Path file) throws Exception {
    new Restore(database.database()).from(UpgradeFixture.copy(file, folder, receiver.host()));
    database.watchVersions();
  }

  @AfterEach
  void close() {
    receiver.close();
    database.close();
  }

  private String state(String task) {
    return database.text(
        "select status::text from task join task_state using (batch_id, no) where name = '%s'"
            .formatted(task));
  }

  private String id(String task) {
    return database.text(
        "select left(batch_id::text, 28) || lpad(to_hex(no), 8, '0') from task where name = '%s'"
            .formatted(task));
  }

  private int count(String table) {
    return Integer.parseInt(database.text("select count(*)::text from " + table));
  }

  @ParameterizedTest
  @MethodSource("files")
  void theFileHasWorkInEveryStateThatHasNotEnded(Path file) throws Exception {
    restore(file);
    for (String state : List.of("waiting", "pending", "claimed", "running", "paused")) {
      assertThat(state(state)).isEqualTo(state);
    }
    assertThat(state("retried")).isEqualTo("retry_pending");
    for (String table :
        List.of("schedule", "workflow", "outbox", "submission_key", "foreign_edge", "timer")) {
      assertThat(count(table)).as(table).isEqualTo(1);
    }
    assertThat(Files.size(file)).isLessThan(MAX_BYTES);
    FsckAssertion.assertClean(database.database());
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyMigrationIsApplied(Path file) throws Exception {
    restore(file);
    List<String> versions = new ArrayList<>();
    try (Stream<Path> files = Files.list(MIGRATIONS)) {
      files
          .map(each -> each.getFileName().toString())
          .forEach(name -> {
            Matcher named = MIGRATION.matcher(name);
            assertThat(named.matches()).as("a name such as V2__workspaces.sql: %s", name).isTrue();
            versions.add(named.group(1));
          });
    }
    versions.sort(Comparator.comparingInt(Integer::parseInt));

    assertThat(
            database.text(
                "select string_agg(version, ' ' order by installed_rank)"
                    + " from flyway_schema_history where success"))
        .isEqualTo(String.join(" ", versions));
  }

  @ParameterizedTest
  @MethodSource("files")
  void workInFlightIsFinishedAfterTheUpgrade(Path file) throws Exception {
    restore(file);
    try (var client = Client.start(database, UpgradeFixture.SETTINGS)) {
      Reply repeated = UpgradeFixture.submit(client);
      assertThat(id("done"))
          .as("%s", repeated.body())
          .startsWith(repeated.body().at("/0/batch_id").asString("none").substring(0, 28));
      finishOldClaim(client);
      assertThat(client.patch("/task/resume/" + id("paused"), "").status()).isEqualTo(200);
      for (String kind : List.of("pending", "retried", "paused", "waiting", "last")) {
        finish(client, kind);
      }
      await().atMost(PATIENCE).until(() -> state("claimed").equals("running"));
      assertThat(client.patch("/task/" + id("claimed"), "{\"status\":\"Success\"}").status())
          .isEqualTo(200);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            assertThat(count("batch where state = 'succeeded'")).isEqualTo(count("batch"));
            assertThat(count("outbox")).isZero();
          });
    }
    assertThat(count("batch")).as("two, and the run of the schedule").isEqualTo(3);
    assertThat(receiver.calls("start")).hasSize(1);
    assertThat(receiver.calls("success")).hasSize(1);
    FsckAssertion.assertClean(database.database());
  }

  /** Completes the task with the token from before the upgrade. */
  private void finishOldClaim(Client client) {
    String token = database.text("select metadata ->> 'token' from task where name = 'running'");
    complete(client, id("running"), token);
  }

  private static void finish(Client client, String kind) {
    JsonNode task = UpgradeFixture.claim(client, kind);
    complete(client, task.path("task_id").asString(""), task.path("delivery_token").asString(""));
  }

  private static void complete(Client client, String task, String token) {
    Reply reply =
        client.post(
            "/work/complete",
            "[{\"task_id\":\"%s\",\"delivery_token\":\"%s\",\"status\":\"Success\"}]"
                .formatted(task, token));
    assertThat(reply.body().at("/0/result").asString("")).as(reply.raw().body()).isEqualTo("ok");
  }
}
