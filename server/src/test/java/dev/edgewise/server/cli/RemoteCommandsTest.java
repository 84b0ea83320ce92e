package dev.edgewise.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Edgewise;
import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.cli.remote.ServerAccess;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.config.ConfigurationReader;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.testing.TestDatabase;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class RemoteCommandsTest {
  private static final String RELEASE =
      """
      name: release
      tasks:
        - {id: build, name: build, kind: cli}
        - {id: deploy, name: deploy, kind: cli, dependencies: [{id: build, condition: on_success}]}
        - {id: rollback, name: rollback, kind: cli, dependencies: [{id: build, condition: on_failure}]}
      """;

  private static TestDatabase database;
  private static Edgewise edgewise;
  private static Client client;

  @TempDir Path folder;

  @BeforeAll
  static void open() {
    database = TestDatabase.open();
    edgewise =
        Edgewise.start(
            (Configuration.Valid)
                ConfigurationReader.read(
                    Map.of(),
                    Map.of(
                        "DATABASE_URL",
                        database.jdbcUrl(),
                        "PORT",
                        "0",
                        "BIND_ADDRESS",
                        "127.0.0.1")));
    client = new Client(ServerAccess.to(URI.create("http://127.0.0.1:" + edgewise.port())));
  }

  @AfterAll
  static void close() {
    client.close();
    edgewise.close();
    database.close();
  }

  /** What a command printed, and how it ended. */
  private record Ran(int code, String out, String err) {
    JsonNode json() {
      return Wire.read(out, JsonNode.class);
    }
  }

  private static Ran run(String command, String... arguments) {
    return run(edgewise.port(), command, arguments);
  }

  private static Ran run(int port, String command, String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    String[] all = new String[arguments.length + 2];
    all[0] = command;
    all[1] = "--server=http://127.0.0.1:" + port;
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    int code =
        Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(all);
    return new Ran(code, out.toString(), err.toString());
  }

  private String submitted() throws Exception {
    Ran ran = run("submit", Files.writeString(folder.resolve("release.yaml"), RELEASE).toString());
    assertThat(ran.code).as(ran.err).isZero();
    Matcher batch = Pattern.compile("batch (\\S+) {2}3 tasks").matcher(ran.out);
    assertThat(batch.find()).as(ran.out).isTrue();
    return batch.group(1);
  }

  private static String task(String batch, int no) {
    return client.get("/v1/batches/" + batch + "/graph").at("/tasks/" + no + "/id").asString("");
  }

  private static void complete(String task, Map<String, String> outcome) {
    JsonNode claimed =
        client
            .send(
                "POST",
                "/v1/work/claim",
                "{\"worker\":\"w\",\"kinds\":[\"cli\"],\"max\":100,\"wait_secs\":0,\"lease_secs\":60}")
            .json();
    assertThat(claimed.valueStream().map(each -> each.path("task_id").asString(""))).contains(task);
    client.send("PATCH", "/v1/tasks/" + task, Wire.text(outcome));
  }

  @Test
  void aBatchIsSubmittedListedExplainedAndWatchedToItsEnd() throws Exception {
    String batch = submitted();

    assertThat(run("list", "--name=release").out).contains(batch, "running", "3 tasks");
    assertThat(run("list", batch, "--status=Waiting").out)
        .containsPattern(task(batch, 1) + "  Waiting +0 +cli +deploy")
        .doesNotContain("build");
    assertThat(run("explain", task(batch, 1)).out).contains("Waiting").contains("build");
    assertThat(run("edges", batch).out)
        .containsPattern("build +-> deploy +on_success +open")
        .containsPattern("build +-> rollback +on_failure +open");

    complete(task(batch, 0), Map.of("status", "Failure", "failure_reason", "the compiler said no"));
    assertThat(run("edges", batch, "--satisfied=true").out)
        .containsPattern("build +-> rollback +on_failure +satisfied by FAILED")
        .doesNotContain("deploy");
    Ran unmet = run("edges", batch, "--satisfied", "false");
    assertThat(unmet.out)
        .as(unmet.err)
        .containsPattern("build +-> deploy +on_success +not satisfied by FAILED")
        .doesNotContain("rollback");
    complete(task(batch, 2), Map.of("status", "Success"));
    Ran watched = run("watch", batch);
    assertThat(watched.code).as("a task failed").isEqualTo(3);
    assertThat(watched.out)
        .contains("3 of 3 ended, failed", "1 success", "1 skipped")
        .contains("build failed: the compiler said no")
        .contains("edgewise rerun " + batch);
  }

  @Test
  void tasksArePausedResumedCanceledAndRunAgain() throws Exception {
    String batch = submitted();
    String build = task(batch, 0);

    assertThat(run("pause", build).out).contains("edgewise resume " + build);
    assertThat(run("explain", build).out).contains("Paused");
    assertThat(run("resume", build).code).isZero();
    assertThat(run("cancel", build, "--cascade").code).isZero();
    assertThat(run("pause", build).err).contains("Canceled", "edgewise explain");
    assertThat(run("rerun", build).code).isZero();
    assertThat(run("stop", batch).code).isZero();
    assertThat(run("watch", batch).code).as("canceled").isEqualTo(4);
    assertThat(run("rerun", batch).code).isZero();
    assertThat(run("list", "--status=running").out).contains(batch);
    run("stop", batch);
  }

  @Test
  void aListHasAsManyRowsAsItsLimit() {
    String tasks =
        IntStream.range(0, 250)
            .mapToObj(i -> "{\"id\":\"%d\",\"name\":\"%d\",\"kind\":\"many\"}".formatted(i, i))
            .collect(Collectors.joining(",", "[", "]"));
    String batch = client.send("POST", "/v1/batches", tasks).created().orElseThrow().toString();

    Ran all = run("list", batch, "--limit=500");
    assertThat(all.out.lines()).as("with the heading").hasSize(251).doesNotHaveDuplicates();
    Ran some = run("list", batch, "--limit=120");
    assertThat(some.out.lines()).hasSize(122).last().asString().startsWith("There are more");
    assertThat(run("list", batch, "--limit=250").out.lines()).hasSize(251);
    assertThat(run("list", batch, "--limit=500", "--json").json().path("items")).hasSize(250);
    assertThat(run("list", batch, "--limit=0").err).contains("--limit");
    run("stop", batch);
  }

  @Test
  void jsonOutputIsTheServersAnswer() throws Exception {
    String batch = submitted();

    assertThat(run("list", "--json").json().path("items").isArray()).isTrue();
    assertThat(run("list", batch, "--json").json().path("items").size()).isEqualTo(3);
    assertThat(run("edges", batch, "--json").json().path("items").size()).isEqualTo(2);
    assertThat(run("explain", task(batch, 0), "--json").json().path("status").asString(""))
        .isEqualTo("Pending");
    assertThat(run("stop", batch, "--json").json().path("canceled_waiting").asInt(0)).isEqualTo(2);
    List<JsonNode> watched =
        run("watch", batch, "--json")
            .out
            .lines()
            .map(line -> Wire.read(line, JsonNode.class))
            .toList();
    assertThat(watched.getFirst().path("type").asString("")).isEqualTo("submitted");
    assertThat(watched.getLast().path("state").asString("")).isEqualTo("canceled");
  }

  @Test
  void errorsSayWhatIsWrong() throws Exception {
    Ran unknown = run("explain", "no-such-task");
    assertThat(unknown.code).isEqualTo(1);
    assertThat(unknown.err).contains("edgewise list").doesNotContain("\tat ");
    Path file = Files.writeString(folder.resolve("bad.json"), "[{\"id\":\"a\"}]");
    assertThat(run("submit", file.toString()).err).contains("tasks[0]");
    assertThat(run("submit", folder.resolve("none.yaml").toString()).err)
        .contains("does not exist");
    assertThat(run(1, "list").err).contains("edgewise serve");
    assertThat(run("list", UUID.randomUUID().toString()).err).contains("edgewise list");
    assertThat(run("rerun", "yesterday").err)
        .contains("'yesterday' is not a task or batch ID", "edgewise list");
    Path yaml = Files.writeString(folder.resolve("bad.yaml"), "tasks: [");
    assertThat(run("submit", yaml.toString()).err)
        .contains("neither JSON nor YAML. Fix")
        .hasLineCount(1);
  }

  @Test
  void wrongUsageNamesTheHelpOfTheCommand() {
    Ran misspelt = run("list", "--jsn");
    assertThat(misspelt.code).isEqualTo(2);
    assertThat(misspelt.err).contains("--jsn", "--json", "`edgewise list --help`");
    Ran missing = run("watch");
    assertThat(missing.code).isEqualTo(2);
    assertThat(missing.err)
        .contains("Missing required parameter: 'BATCH'.", "`edgewise watch --help`")
        .hasLineCount(2);
  }

  @Test
  void submitReadsTheStandardInput() {
    InputStream terminal = System.in;
    System.setIn(new ByteArrayInputStream(RELEASE.getBytes(StandardCharsets.UTF_8)));
    try {
      Ran ran = run("submit", "-", "--json");
      assertThat(ran.json().path("task_ids").size()).as(ran.err).isEqualTo(3);
    } finally {
      System.setIn(terminal);
    }
  }

  @Test
  void aShellCompletesEveryCommand() {
    var out = new StringWriter();
    assertThat(Main.commandLine().setOut(new PrintWriter(out)).execute("completion")).isZero();
    Main.commandLine()
        .getSubcommands()
        .forEach((name, command) -> {
          if (!command.getCommandSpec().usageMessage().hidden()) {
            assertThat(out.toString()).contains("_picocli_edgewise_" + name);
          }
        });
  }
}
