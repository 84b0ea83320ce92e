package dev.edgewise.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Edgewise;
import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.cli.remote.ServerAccess;
import dev.edgewise.server.testing.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The groups of commands: workflows, schedules, signals, approvals, and the ends of tasks. */
@Timeout(120)
class RemoteGroupsTest {
  private static final String WORKFLOW =
      """
      inputs: {region: {default: north}}
      tasks:
        - {id: load, name: load, kind: groups}
      """;

  private static TestDatabase database;
  private static Edgewise edgewise;
  private static Client client;

  @TempDir Path folder;

  @BeforeAll
  static void open() {
    database = TestDatabase.open();
    edgewise = CommandRun.server(database, 0);
    client = new Client(ServerAccess.to(URI.create("http://127.0.0.1:" + edgewise.port())));
  }

  @AfterAll
  static void close() {
    client.close();
    edgewise.close();
    database.close();
  }

  private static CommandRun run(String... arguments) {
    return CommandRun.of(edgewise.port(), arguments);
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toString();
  }

  private static String submitted(String tasks) {
    return client.send("POST", "/v1/batches", tasks).created().orElseThrow().toString();
  }

  private static String task(String batch, int no) {
    return client.get("/v1/batches/" + batch + "/graph").at("/tasks/" + no + "/id").asString("");
  }

  private static JsonNode claim(String kind) {
    return client
        .send(
            "POST",
            "/v1/work/claim",
            "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":1,\"wait_secs\":5,\"lease_secs\":60}"
                .formatted(kind))
        .json()
        .path(0);
  }

  @Test
  void aWorkflowIsStoredComparedRunAndDeleted() throws Exception {
    assertThat(run("workflow", "put", "nightly", file("one.yaml", WORKFLOW)).printed())
        .isEqualTo("workflow nightly  version 1\n");
    String changed = WORKFLOW.replace("name: load", "name: fetch");
    run("workflow", "put", "nightly", file("two.yaml", changed)).printed();

    assertThat(run("workflow", "list", "nightly").printed().lines())
        .hasSize(3)
        .first()
        .asString()
        .matches("WORKFLOW +VERSION +CREATED");
    assertThat(run("workflow", "diff", "nightly", "1", "2").printed())
        .contains(
            "--- nightly version 1", "-     \"name\" : \"load\"", "+     \"name\" : \"fetch\"");
    assertThat(run("workflow", "diff", "nightly", "2", "2").printed()).contains("equal");
    assertThat(run("workflow", "show", "nightly", "1").printed()).contains("\"name\" : \"load\"");
    JsonNode started =
        run("workflow", "run", "nightly", "-i", "region=south", "--version=1", "--json").json();
    String batch = started.path("batch_id").asString("");
    assertThat(run("show", batch).printed())
        .containsPattern("workflow +nightly version 1")
        .containsPattern("inputs +\\{\"region\":\"south\"}");
    run("stop", batch).printed();
    assertThat(run("workflow", "delete", "nightly").printed()).contains("is deleted");
    assertThat(run("workflow", "show", "nightly").err()).contains("`edgewise workflow list`");
  }

  @Test
  void aScheduleIsStoredListedPausedAndDeleted() throws Exception {
    run("workflow", "put", "report", file("report.yaml", WORKFLOW)).printed();
    String schedule = file("schedule.yaml", "workflow: report\ncron: '0 3 1 1 *'\nzone: UTC\n");

    assertThat(run("schedule", "put", "yearly", schedule).printed())
        .containsPattern("stored. It runs next at \\d+-01-01T03:00:00Z.");
    assertThat(run("schedule", "pause", "yearly").printed()).contains("is paused");
    assertThat(run("schedule", "list").printed())
        .containsPattern("yearly +paused +report +0 3 1 1 \\*");
    assertThat(run("schedule", "resume", "yearly").printed()).contains("is resumed");
    assertThat(run("schedule", "show", "yearly").printed()).containsPattern("state +active");
    assertThat(run("schedule", "delete", "yearly").printed()).contains("is deleted");
    assertThat(run("schedule", "show", "yearly").err()).contains("`edgewise schedule list`");
  }

  @Test
  void signalsAndApprovalsEndWaits() {
    String batch =
        submitted(
            """
            [{"id": "paid", "name": "paid", "kind": "w", "wait": {"signal": {"name": "paid"}}},
             {"id": "boss", "name": "boss", "kind": "w", "wait": {"approval": {"title": "Ship it?"}}},
             {"id": "legal", "name": "legal", "kind": "w", "wait": {"approval": {}}}]
            """);

    assertThat(run("signal", "paid", "--batch", batch, "--data", "{\"sum\": 3}").printed())
        .isEqualTo("1 task got it.\n");
    // The signal is stored when the command returns; the task ends with it right after.
    await()
        .untilAsserted(() ->
            assertThat(run("show", task(batch, 0)).printed())
                .containsPattern("result +\\{\"sum\":3}"));
    assertThat(run("signal", "paid").err()).contains("either --batch or --key");
    assertThat(run("signal", "paid", "--batch", batch, "--data", "{").err())
        .startsWith("--data must be JSON");
    assertThat(run("approvals").printed()).contains("Ship it?", task(batch, 1));
    assertThat(run("approve", task(batch, 1), "--by", "ada").printed()).contains("approved");
    assertThat(run("reject", task(batch, 2), "--by", "ada", "--comment", "no").printed())
        .contains("rejected");
    CommandRun watched = run("watch", batch);
    assertThat(watched.code()).isEqualTo(3);
    assertThat(watched.out()).contains("legal failed: Rejected by ada: no");
  }

  @Test
  void failuresAreListedAndRerunInBulk() {
    String batch =
        submitted(
            """
            [{"id": "one", "name": "one", "kind": "broken"}, {"id": "two", "name": "two", "kind": "broken"}]
            """);
    for (int i = 0; i < 2; i++) {
      String task = claim("broken").path("task_id").asString("");
      run("fail", task, "--reason", "disk full").printed();
    }
    assertThat(run("failures", "--kind", "broken").printed())
        .containsPattern("2 +broken .* disk full");
    assertThat(run("bulk", "rerun", "--kind", "broken", "--status", "Failure").printed())
        .startsWith("2 tasks match.")
        .contains("Nothing was changed. Add --yes to rerun them.");
    assertThat(run("show", task(batch, 0)).printed()).contains("Failure");
    assertThat(run("bulk", "rerun", "--kind", "broken", "--status", "Failure", "--yes").printed())
        .isEqualTo("2 tasks matched; rerun: 2.\n");
    assertThat(run("show", task(batch, 0)).printed()).contains("Pending");
    assertThat(run("bulk", "rerun").err()).contains("at least one filter");
  }

  @Test
  void aScheduleIsTriggeredAndBackfilled() throws Exception {
    run("workflow", "put", "hourly", file("hourly.yaml", WORKFLOW)).printed();
    String schedule =
        file(
            "hours.yaml",
            "workflow: hourly\ncron: '0 * * * *'\nzone: UTC\ninputs: {region: south}\n");
    run("schedule", "put", "hours", schedule).printed();
    run("schedule", "pause", "hours").printed();
    assertThat(run("schedule", "trigger", "hours").printed()).startsWith("batch ");
    assertThat(
            run(
                    "schedule",
                    "backfill",
                    "hours",
                    "--from",
                    "2026-01-01T00:00:00Z",
                    "--to",
                    "2026-01-01T03:00:00Z")
                .printed())
        .containsPattern("backfill \\S+  3 ticks");
    await()
        .untilAsserted(() ->
            assertThat(run("schedule", "ticks", "hours").printed())
                .containsPattern("2026-01-01T02:00:00Z.*started"));
  }

  @Test
  void tasksAreCompletedAndFailedByHand() {
    String batch =
        submitted(
            """
            [{"id": "one", "name": "one", "kind": "hand"}, {"id": "two", "name": "two", "kind": "hand"}]
            """);
    JsonNode one = claim("hand");
    String first = one.path("task_id").asString("");
    String token = one.path("delivery_token").asString("");
    client.send(
        "POST",
        "/v1/tasks/" + first + "/logs?token=" + token,
        "{\"lines\":[{\"level\":\"info\",\"message\":\"half\\u001b[2J way\"}]}");

    assertThat(run("complete", first, "--token", token, "--result", "[1]").printed())
        .isEqualTo("The task succeeded.\n");
    assertThat(run("complete", first, "--token", token, "--result", "[1]").printed())
        .contains("already");
    assertThat(run("logs", first).printed())
        .containsPattern("0 +info +half \\[2J way")
        .doesNotContain("\033");
    assertThat(run("logs", first, "--follow").printed()).hasLineCount(1);
    assertThat(run("attempts", first).printed()).containsPattern("0 +Success");
    String second = claim("hand").path("task_id").asString("");
    assertThat(run("fail", second, "--reason", "lost").printed()).contains("The task failed.");
    assertThat(run("events", second).printed()).containsPattern("failure .*lost");
    assertThat(run("list", batch).printed()).containsPattern("Failure .*lost");
  }

  @Test
  void aBatchGrowsIsPausedAndItsTasksChange() throws Exception {
    String batch = submitted("[{\"id\": \"a\", \"name\": \"a\", \"kind\": \"grown\"}]");
    String more = file("more.yaml", "- {id: b, name: b, kind: grown, dependencies: [{id: a}]}\n");

    assertThat(run("add", batch, more).printed()).isEqualTo("1 task added to the batch.\n");
    assertThat(run("pause", batch).printed()).contains("The batch is paused.");
    assertThat(run("list", batch, "--status=Paused").printed()).hasLineCount(3);
    assertThat(run("resume", batch).printed()).contains("The batch is resumed.");
    run("update", task(batch, 0), "--priority", "7", "--metadata", "{\"x\": 1}").printed();
    assertThat(run("show", task(batch, 0), "--json").json().path("priority").asInt(0)).isEqualTo(7);
    assertThat(run("update", task(batch, 0)).err()).contains("--priority");
    assertThat(run("rules", batch, file("rules.json", "[]"), "--kind=grown").printed())
        .isEqualTo("The rules of 2 tasks are replaced.\n");
    run("stop", batch).printed();
  }

  @Test
  void workspacesAndTheAuditTrailAreShown() {
    assertThat(run("workspace", "put", "acme/blue", "--max-queued=5").printed())
        .contains("is stored");
    assertThat(run("workspace", "list").printed()).containsPattern("acme/blue +0 +0 +5");
    assertThat(run("workspace", "show", "acme").err()).contains("acme/blue");
    assertThat(run("audit").printed()).contains("ACTION");
    assertThat(run("deliveries", "--state=dead").printed()).isEqualTo("No matches.\n");
    assertThat(run("replay", "none").err()).contains("`edgewise deliveries`");
    assertThat(run("workspace", "delete", "acme/blue").printed()).contains("is deleted");
  }
}
