package dev.edgewise.server.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The Model Context Protocol, by plain requests and by the protocol's official client. */
@Timeout(180)
class McpOverHttpTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path CLIENT = Path.of("src", "test", "node", "mcp");

  private static TestDatabase database;
  private static Client client;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client = Client.start(database, Map.of());
  }

  @AfterAll
  static void stop() {
    client.close();
    database.close();
  }

  private static JsonNode rpc(String method, String params) {
    Reply reply =
        client.post(
            "/mcp",
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"%s\",\"params\":%s}"
                .formatted(method, params.replace('\'', '"')));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
    assertThat(reply.body().get("id").asInt()).isEqualTo(7);
    return reply.body();
  }

  private static JsonNode call(String tool, String arguments) {
    return rpc("tools/call", "{'name':'%s','arguments':%s}".formatted(tool, arguments))
        .get("result");
  }

  private static JsonNode value(JsonNode result) {
    assertThat(result.get("isError").asBoolean()).as(result.toString()).isFalse();
    return JSON.readTree(result.get("content").get(0).get("text").asString());
  }

  @Test
  void theServerIntroducesItselfAndItsTools() {
    JsonNode hello = rpc("initialize", "{'protocolVersion':'2025-06-18'}").get("result");
    assertThat(hello.get("protocolVersion").asString()).isEqualTo("2025-06-18");
    assertThat(hello.get("serverInfo").get("name").asString()).isEqualTo("edgewise");
    assertThat(rpc("ping", "{}").get("result")).isEmpty();
    JsonNode tools = rpc("tools/list", "{}").get("result").get("tools");
    assertThat(tools.valueStream().map(tool -> tool.get("name").asString()))
        .contains("list_failures", "explain_task", "get_task_logs", "submit_batch", "cancel_task");
    JsonNode submit =
        tools
            .valueStream()
            .filter(tool -> tool.get("name").asString().equals("submit_batch"))
            .findFirst()
            .orElseThrow()
            .get("inputSchema");
    assertThat(submit.get("properties").get("dry_run").get("default").asBoolean()).isTrue();
    assertThat(submit.get("required").toString()).isEqualTo("[\"batch\"]");
  }

  @Test
  void aBatchIsOnlyCheckedUnlessTheAgentSaysOtherwise() {
    String batch = "{'tasks':[{'id':'a','name':'A','kind':'mcp','let':'40 + 2'}]}";
    long before = client.get("/v1/batches?limit=1000").body().get("items").size();
    assertThat(value(call("submit_batch", "{'batch':%s}".formatted(batch))).get("tasks").asInt())
        .isEqualTo(1);
    assertThat(client.get("/v1/batches?limit=1000").body().get("items").size()).isEqualTo(before);

    JsonNode submitted =
        value(call("submit_batch", "{'batch':%s,'dry_run':false}".formatted(batch)));
    String id = submitted.get("batch_id").asString();
    String task = submitted.get("task_ids").get("a").asString();
    assertThat(value(call("get_task", "{'task_id':'%s'}".formatted(task))).get("result").asInt())
        .isEqualTo(42);
    assertThat(value(call("rerun_task", "{'task_id':'%s'}".formatted(task))).isObject()).isTrue();
    assertThat(value(call("list_batch_tasks", "{'batch_id':'%s'}".formatted(id))).get("items"))
        .hasSize(1);
  }

  @Test
  void whatIsWrongIsSaidToTheAgent() {
    JsonNode unknown = call("get_task", "{'task_id':'../batches'}");
    assertThat(unknown.get("isError").asBoolean()).isTrue();
    assertThat(unknown.toString()).contains("is unknown");
    assertThat(call("get_task", "{}").toString()).contains("task_id: is required");
    assertThat(call("get_task", "{'task_id':'x','nonsense':1}").toString())
        .contains("nonsense: is not an argument of this tool");
    assertThat(call("submit_batch", "{'batch':{'tasks':[{'id':'a'}]}}").toString())
        .contains("tasks[0].kind");
    assertThat(rpc("tools/call", "{'name':'none'}").get("error").get("code").asInt())
        .isEqualTo(-32602);
    assertThat(rpc("nonsense", "{}").get("error").get("code").asInt()).isEqualTo(-32601);
    assertThat(client.post("/mcp", "{").status()).isEqualTo(400);
    assertThat(client.post("/mcp", "[1]").status()).isEqualTo(400);
    assertThat(client.get("/mcp").status()).isEqualTo(405);
    assertThat(
            client
                .post("/mcp", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                .status())
        .isEqualTo(202);
  }

  @Test
  void aKeyGetsTheToolsOfItsScopesInItsWorkspace() {
    try (var keyed = new KeyedServer()) {
      String body =
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
              + "{\"name\":\"%s\",\"arguments\":{\"task_id\":\"x\"}}}";
      Reply cancel = keyed.send(keyed.reader, "POST", "/mcp", body.formatted("cancel_task"));
      assertThat(cancel.body().toString()).contains("The key lacks the scope of this tool");
      Reply read = keyed.send(keyed.reader, "POST", "/mcp", body.formatted("get_task"));
      assertThat(read.body().toString()).contains("is unknown");
      assertThat(keyed.client.post("/mcp", body.formatted("get_task")).status()).isEqualTo(401);
    }
  }

  @Test
  void theOfficialClientSubmitsAndReadsABatch() throws Exception {
    requireNode();
    for (String file : List.of("package.json", "package-lock.json", "client.mjs")) {
      Files.copy(CLIENT.resolve(file), folder.resolve(file));
    }
    run("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
    String url = "http://127.0.0.1:" + client.port() + "/mcp";
    JsonNode done = JSON.readTree(run("node", "client.mjs", url));
    assertThat(done.get("server").asString()).isEqualTo("edgewise");
    assertThat(done.get("tools").size()).isGreaterThan(10);
    assertThat(done.get("checked").get("tasks").asInt()).isEqualTo(1);
    assertThat(done.get("state").asString()).isEqualTo("succeeded");
    assertThat(done.get("name").asString()).isEqualTo("by an agent");
    assertThat(done.get("unknown").asBoolean()).isTrue();
  }

  private static void requireNode() throws InterruptedException {
    boolean there = has("node") && has("npm");
    if ("true".equals(System.getenv("CI"))) {
      assertThat(there).as("node and npm are on the PATH").isTrue();
    }
    assumeTrue(there, "skipped: there is no node or npm on the PATH");
  }

  private static boolean has(String program) throws InterruptedException {
    try {
      return new ProcessBuilder(program, "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private String run(String... command) throws Exception {
    Path output = Files.createTempFile(folder, "output", "");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(output.toFile())
            .redirectError(folder.resolve("errors").toFile())
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(folder.resolve("errors"))).isZero();
    return Files.readString(output, UTF_8);
  }
}
