package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.api.Scope;
import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.house.Repository;
import dev.edgewise.server.testing.LogCapture;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.TestDatabase;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Approvals, decided with a key and through their links. */
@Timeout(120)
class ApprovalsOverHttpTest {
  private static final String FORM = "application/x-www-form-urlencoded";

  private static TestDatabase database;
  private static Client client;
  private static Receiver receiver;
  private static BatchSteps steps;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    receiver = Receiver.start();
    client = Client.start(database, Map.of("--webhook-allowed-hosts", "127.0.0.1"));
    steps = new BatchSteps(client);
  }

  @AfterAll
  static void stop() {
    client.close();
    receiver.close();
    database.close();
  }

  private static String asked(String members) {
    return steps.submit(
        "[{'id':'ask','name':'ask','wait':{'approval':{'title':'Ship it?','text':'<b>1 & 2</b>'}%s}}]"
            .formatted(members));
  }

  private static Reply decide(String batch, String body) {
    return steps.post("/v1/tasks/" + steps.id(batch, "ask") + "/approval", body);
  }

  /** Submits a task that sends its link to a receiver; returns the link. */
  private static URI link(String path) {
    String action =
        """
        {"kind":"Webhook","params":{"url":"%s","verb":"Post","body":{"link":"${approval.url}"}}}\
        """
            .formatted(receiver.url(path));
    steps.submit(
        "{'name':'release','tasks':[{'id':'ask','name':'ask','wait':{'approval':{'title':'Ship it?','text':'<b>1 & 2</b>'}},'on_start':%s}]}"
            .formatted(action));
    return linkOf(path);
  }

  private static URI linkOf(String path) {
    String body =
        await()
            .until(
                () ->
                    receiver.calls().stream()
                        .filter(call -> call.uri().getPath().equals(path))
                        .map(Receiver.Received::body)
                        .findFirst()
                        .orElse(""),
                text -> !text.isEmpty());
    return URI.create(body.substring(body.indexOf("http"), body.lastIndexOf('"')));
  }

  private static String batchOf(String path) {
    String id =
        receiver.calls().stream()
            .filter(call -> call.uri().getPath().equals(path))
            .findFirst()
            .orElseThrow()
            .header("X-Task-Id");
    return client.get("/v1/tasks/" + id).body().get("batch_id").asString();
  }

  @Test
  void theExamplesOfTheGuideWorkAsItSays() {
    String guide = Repository.text(Repository.ROOT.resolve("docs/approvals.md"));
    List<String> examples =
        Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
            .matcher(guide)
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(examples).hasSize(3);
    String batch = steps.submitAsIs(examples.get(0));
    assertThat(steps.task(batch, "Ask").at("/waiting_for/title").asString())
        .isEqualTo("Release 1.4.0?");
    Reply decided =
        client.post("/v1/tasks/" + steps.id(batch, "Ask") + "/approval", examples.get(1));
    assertThat(decided.status()).as(decided.raw().body()).isEqualTo(200);
    assertThat(guide).contains("Result: `" + steps.ended(batch).get("result") + "`");
    String linked =
        steps.submitAsIs(
            examples.get(2).replace("https://chat.example.com/hook", receiver.url("/guide")));
    assertThat(linkOf("/guide").getPath()).startsWith("/v1/approvals/");
    client.post("/v1/batches/" + linked + "/stop", "");
  }

  @Test
  void anApprovalIsListedAndGivenOnce() {
    String batch = asked("");
    JsonNode listed =
        client
            .get("/v1/approvals?limit=1000")
            .body()
            .get("items")
            .valueStream()
            .filter(each -> each.get("batch_id").asString().equals(batch))
            .findFirst()
            .orElseThrow();
    assertThat(listed.get("task_id").asString()).isEqualTo(steps.id(batch, "ask"));
    assertThat(listed.get("title").asString()).isEqualTo("Ship it?");
    assertThat(listed.get("paused").asBoolean()).isFalse();
    assertThat(steps.task(batch, "ask").at("/waiting_for/form").asString()).isEqualTo("approval");
    Reply reply = decide(batch, "{'decision':'approve','by':'Ann','comment':'Fine'}");
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
    assertThat(reply.body().get("status").asString()).isEqualTo("Success");
    steps.ended(batch);
    JsonNode result = steps.task(batch, "ask").get("result");
    assertThat(result.get("approved").asBoolean()).isTrue();
    assertThat(result.get("by").asString()).isEqualTo("Ann");
    assertThat(result.get("comment").asString()).isEqualTo("Fine");
    assertThat(result.get("at").asString()).isNotEmpty();
    assertThat(decide(batch, "{'decision':'approve'}").status()).isEqualTo(409);
    assertThat(client.get("/v1/approvals?limit=1000").raw().body()).doesNotContain(batch);
  }

  @Test
  void ofManyDecisionsAtOnceOneCounts() throws Exception {
    String batch = asked("");
    String path = "/v1/tasks/" + steps.id(batch, "ask") + "/approval";
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> statuses = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        String decision = i % 2 == 0 ? "approve" : "reject";
        statuses.add(
            threads.submit(() -> steps.post(path, "{'decision':'" + decision + "'}").status()));
      }
      int decided = 0;
      for (Future<Integer> status : statuses) {
        assertThat(status.get()).isIn(200, 409);
        decided += status.get() == 200 ? 1 : 0;
      }
      assertThat(decided).isEqualTo(1);
    }
  }

  @Test
  void aRejectionFailsTheTaskWithoutARetry() {
    String batch =
        steps.submit(
            "[{'id':'ask','name':'ask','wait':{'approval':{}},'retry':{'max_retries':3}}]");
    assertThat(decide(batch, "{'decision':'reject','by':'Bob','comment':'Too soon'}").status())
        .isEqualTo(200);
    assertThat(steps.ended(batch).get("state").asString()).isEqualTo("failed");
    JsonNode task = steps.task(batch, "ask");
    assertThat(task.get("failure_reason").asString()).isEqualTo("Rejected by Bob: Too soon");
    assertThat(task.get("attempt").asInt()).isZero();
  }

  @Test
  void theDeciderIsTheSenderUnlessNamed() {
    String batch = asked("");
    decide(batch, "{'decision':'reject'}");
    steps.ended(batch);
    assertThat(steps.task(batch, "ask").get("failure_reason").asString())
        .isEqualTo("Rejected by anonymous");
    assertThat(
            client
                .get("/v1/audit?action=task.reject&target=" + steps.id(batch, "ask"))
                .body()
                .get("items"))
        .hasSize(1);
  }

  @Test
  void anApprovalWaitsForItsTimeAndForTheEndOfAPause() {
    String late = asked(",'timeout':'PT0.2S'");
    String paused = asked("");
    steps.act(paused, "ask", "pause");
    Reply refused = decide(paused, "{'decision':'approve'}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body().get("detail").asString()).endsWith("resume it first.");
    steps.act(paused, "ask", "resume");
    assertThat(decide(paused, "{'decision':'approve'}").status()).isEqualTo(200);
    steps.ended(late);
    assertThat(decide(late, "{'decision':'approve'}").status()).isEqualTo(409);
    String stopped = asked("");
    client.post("/v1/batches/" + stopped + "/stop", "");
    assertThat(decide(stopped, "{'decision':'approve'}").status()).isEqualTo(409);
  }

  @Test
  void thePageShowsWhatIsAskedAndReadingItDecidesNothing() {
    URI link = link("/page");
    Reply page = client.send("GET", link.getPath(), "", "Accept", "text/html,*/*;q=0.8");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.raw().headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
    assertThat(page.raw().headers().firstValue("Content-Security-Policy").orElse(""))
        .startsWith("default-src 'none'")
        .doesNotContain("unsafe");
    assertThat(page.raw().headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(page.raw().body())
        .contains("<h1>Ship it?</h1>", "&lt;b&gt;1 &amp; 2&lt;/b&gt;", "release")
        .contains("value=\"approve\"", "value=\"reject\"", "<label for=\"comment\">")
        .doesNotContain("<script", "<b>", link.getPath());
    assertThat(client.get("/ui/approval.css").status()).isEqualTo(200);
    Reply json = client.get(link.getPath());
    assertThat(json.body().get("title").asString()).isEqualTo("Ship it?");
    assertThat(client.send("HEAD", link.getPath(), "").status()).isEqualTo(200);
    assertThat(steps.status(batchOf("/page"), "ask")).isEqualTo("Running");
  }

  @Test
  void theFormOfThePageDecidesOnce() {
    URI link = link("/form");
    String origin = "http://127.0.0.1:" + client.port();
    Reply wrong = client.send("POST", link.getPath(), "decision=perhaps", "Content-Type", FORM);
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.raw().body()).contains("must be one of approve, reject", "<form");
    Reply foreign =
        client.send(
            "POST",
            link.getPath(),
            "decision=approve",
            "Content-Type",
            FORM,
            "Origin",
            "https://example.com");
    assertThat(foreign.status()).isEqualTo(403);
    Reply done =
        client.send(
            "POST",
            link.getPath(),
            "by=Ann+B.&comment=50%25+off%0Anow&decision=approve",
            "Content-Type",
            FORM,
            "Origin",
            origin,
            "Sec-Fetch-Site",
            "same-origin");
    assertThat(done.status()).as(done.raw().body()).isEqualTo(200);
    assertThat(done.raw().body()).contains("<h1>Approved</h1>");
    String batch = batchOf("/form");
    steps.ended(batch);
    JsonNode result = steps.task(batch, "ask").get("result");
    assertThat(result.get("by").asString()).isEqualTo("Ann B.");
    assertThat(result.get("comment").asString()).isEqualTo("50% off\nnow");
    Reply again = client.send("POST", link.getPath(), "decision=reject", "Content-Type", FORM);
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.raw().body()).contains("Nothing to decide");
    assertThat(client.get(link.getPath()).status()).isEqualTo(409);
  }

  @Test
  void aProgramDecidesThroughTheLinkWithJson() {
    URI link = link("/json");
    Reply done =
        client.send(
            "POST",
            link.getPath(),
            "{\"decision\":\"reject\",\"comment\":\"no\"}",
            "Content-Type",
            FORM);
    assertThat(done.status()).as(done.raw().body()).isEqualTo(200);
    assertThat(done.body().get("status").asString()).isEqualTo("Failure");
    assertThat(steps.task(batchOf("/json"), "ask").get("failure_reason").asString())
        .isEqualTo("Rejected: no");
    assertThat(client.post(link.getPath(), "{\"decision\":\"approve\"}").status()).isEqualTo(409);
  }

  @Test
  void aLinkIsBoundToItsAttemptAndCannotBeGuessed() {
    URI link = link("/bound");
    String batch = batchOf("/bound");
    steps.act(batch, "ask", "cancel");
    steps.act(batch, "ask", "rerun");
    assertThat(steps.status(batch, "ask")).isEqualTo("Running");
    Reply old = client.post(link.getPath(), "{\"decision\":\"approve\"}");
    assertThat(old.status()).isEqualTo(409);
    assertThat(old.body().get("detail").asString()).contains("earlier attempt");
    String path = link.getPath();
    char last = path.charAt(path.length() - 3);
    String forged =
        path.substring(0, path.length() - 3)
            + (last == 'A' ? 'B' : 'A')
            + path.substring(path.length() - 2);
    for (String wrong : List.of(forged, path + "A", "/v1/approvals/x")) {
      assertThat(client.get(wrong).status()).as(wrong).isEqualTo(404);
      assertThat(client.post(wrong, "{\"decision\":\"approve\"}").status()).isEqualTo(404);
    }
    assertThat(steps.status(batch, "ask")).isEqualTo("Running");
    client.post("/v1/batches/" + batch + "/stop", "");
  }

  @Test
  void aLinkAppearsInNoListAndNoLog() {
    try (LogCapture log = new LogCapture("dev.edgewise")) {
      receiver.answering(call -> Receiver.Answer.of(500, call.body()));
      URI link = link("/secret");
      String token = link.getPath().substring("/v1/approvals/".length());
      String batch = batchOf("/secret");
      String task = steps.id(batch, "ask");
      await()
          .until(() ->
              database
                  .text(
                      "select count(*) from webhook_execution where status = 'failure' and batch_id"
                          + " = '"
                          + batch
                          + "'")
                  .equals("1"));
      for (String path :
          List.of(
              "/v1/approvals?limit=1000",
              "/v1/tasks/" + task,
              "/v1/tasks/" + task + "/explain",
              "/v1/deliveries?limit=1000",
              "/v1/batches/" + batch + "/events",
              "/v1/audit?limit=1000")) {
        assertThat(client.get(path).raw().body()).as(path).doesNotContain(token);
      }
      assertThat(
              database.text(
                  "select coalesce(string_agg(e::text, ''), '') from webhook_execution e"))
          .doesNotContain(token);
      assertThat(log.lines()).noneMatch(line -> line.contains(token));
      receiver.answering(_ -> Receiver.Answer.of(200));
      client.post("/v1/batches/" + batch + "/stop", "");
    }
  }

  @Test
  void aTaskNamedApprovalKeepsItsNameElsewhere() {
    String batch =
        steps.submit(
            "[{'id':'approval','name':'ask','wait':{'approval':{}},'on_start':"
                + receiver
                    .action("/named")
                    .replace("\"Post\"", "\"Post\",\"body\":\"${approval.url}\"")
                + "},{'id':'o','name':'o','kind':'k','output':'approval.approved'}]");
    assertThat(linkOf("/named").getPath()).startsWith("/v1/approvals/");
    decide(batch, "{'decision':'approve'}");
    assertThat(steps.ended(batch).get("result").asBoolean()).isTrue();
  }

  @Test
  void aKeyNeedsTheScopeOperateAndALinkNeedsNone() {
    try (KeyedServer keyed = new KeyedServer()) {
      String body =
          "[{\"id\":\"ask\",\"name\":\"ask\",\"wait\":{\"approval\":{}},\"on_start\":"
              + receiver
                  .action("/keyed")
                  .replace("\"Post\"", "\"Post\",\"body\":\"${approval.url}\"")
              + "}]";
      Reply submitted = keyed.send(keyed.submitter, "POST", "/v1/batches", body);
      String task = submitted.body().get("task_ids").get("ask").asString();
      String path = "/v1/tasks/" + task + "/approval";
      String decision = "{\"decision\":\"approve\",\"by\":\"Ann\"}";
      assertThat(keyed.client.get("/v1/approvals").status()).isEqualTo(401);
      for (String key : List.of(keyed.reader, keyed.submitter, keyed.worker)) {
        assertThat(keyed.send(key, "POST", path, decision).status()).isEqualTo(403);
      }
      URI link = linkOf("/keyed");
      assertThat(keyed.client.get(link.getPath()).status()).isEqualTo(200);
      assertThat(keyed.client.post(link.getPath(), decision).status()).isEqualTo(200);
      assertThat(keyed.send(keyed.key(Scope.OPERATE), "POST", path, decision).status())
          .isEqualTo(409);
    }
  }
}
