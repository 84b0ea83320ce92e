package dev.edgewise.server.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.access.KeyIssue;
import dev.edgewise.server.access.KeyText;
import dev.edgewise.server.access.NewKey;
import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.config.DatabaseUrl;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.http.Method;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.store.access.Keys;
import dev.edgewise.server.store.export.Export;
import dev.edgewise.server.testing.LogCapture;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.Receiver.Answer;
import dev.edgewise.server.testing.TestDatabase;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Uses every secret that a server knows, in every place where it can be used, and searches for them
 * in all that the server stores, logs, exports and answers.
 */
@Timeout(120)
class SecretSearchTest {
  private static final String METRICS_TOKEN = "metrics-token-83f1";
  private static final String SECRETS_KEY = base64("the key that encrypts secrets 32");
  private static final String SIGNING_SECRET = "whsec_" + base64("signing-secret-1");
  private static final String PLAIN_HEADER = "plain-header-value-1";
  private static final Map<String, String> VALUES =
      Map.of(
          "word", "secret-word-4711",
          "odd", "o&d/\"v+al\" ü<4712>",
          "host", "secret-host-4713.internal",
          "lines", "secret line 4714\nand another line");

  private final TestDatabase database = TestDatabase.open();
  private final Receiver receiver = Receiver.start();
  private final Receiver collector = Receiver.start();
  private final LogCapture log = new LogCapture("dev.edgewise", Level.ALL);
  private final LogCapture others = new LogCapture("", Level.INFO);
  private final List<String> answers = new ArrayList<>();
  private final Map<String, String> secrets = new LinkedHashMap<>();
  private Client client;
  private String admin = "";

  @TempDir private Path folder;

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  @BeforeEach
  void start() {
    admin = key(Scope.ADMIN);
    client =
        Client.start(
            database,
            Map.of(
                "--auth",
                "keys",
                "--metrics-token",
                METRICS_TOKEN,
                "--secrets-key",
                SECRETS_KEY,
                "--webhook-signing-secret",
                SIGNING_SECRET,
                "--webhook-max-deliveries",
                "1",
                "--webhook-allowed-hosts",
                "127.0.0.1",
                "--otel-exporter-otlp-endpoint",
                collector.url("")));
    secrets.put("METRICS_TOKEN", METRICS_TOKEN);
    secrets.put("SECRETS_KEY", SECRETS_KEY);
    secrets.put("WEBHOOK_SIGNING_SECRET", SIGNING_SECRET.substring("whsec_".length()));
    Secret password = DatabaseUrl.parse(database.jdbcUrl()).password();
    if (password != null) {
      secrets.put("the database password", password.reveal());
    }
    VALUES.forEach((name, value) -> secrets.put("the secret " + name, value));
  }

  @AfterEach
  void stop() {
    client.close();
    others.close();
    log.close();
    collector.close();
    receiver.close();
    database.close();
  }

  private String key(Scope scope) {
    String text =
        new KeyIssue(new Keys(database.database()))
            .create(
                new Caller(Workspace.DEFAULT, "test"),
                new NewKey("search", Set.of(scope), null, null))
            .orElseThrow()
            .text()
            .text();
    secrets.put("the key for " + scope, KeyText.parse(text).orElseThrow().secret());
    return text;
  }

  private Reply send(String method, String path, String body) {
    return send(admin, method, path, body);
  }

  /** Sends a request and keeps all of the answer. */
  private Reply send(String key, String method, String path, String body) {
    Reply reply = client.send(method, path, body, "Authorization", "Bearer " + key);
    answers.add(
        method + " " + path + ": " + reply.raw().headers().map() + " " + reply.raw().body());
    return reply;
  }

  /** The ways in which a text could be written. */
  private static Pattern spellings(String text) {
    String form = URLEncoder.encode(text, UTF_8);
    return Pattern.compile(
        List.of(
                text,
                text.lines().findFirst().orElse(text),
                form,
                form.replace("+", "%20"),
                text.replace("\"", "\\\""),
                base64(text),
                base64(text).replace("=", ""),
                HexFormat.of().formatHex(text.getBytes(UTF_8)))
            .stream()
            .map(Pattern::quote)
            .collect(Collectors.joining("|")));
  }

  private void assertNothingIn(String place, List<String> texts) {
    assertThat(texts).as(place).isNotEmpty();
    secrets.forEach((name, value) -> {
      Pattern spellings = spellings(value);
      assertThat(texts.stream().filter(text -> spellings.matcher(text).find()).toList())
          .as(name + " in " + place)
          .isEmpty();
    });
  }

  private static String quoted(String value) {
    return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
  }

  /** Submits one task and returns its ID when its start was called. */
  private String call(String url, String headers, String body) {
    String task =
        """
        {'id':'a','name':'a','kind':'k','on_start':%1$s,'on_success':[%1$s],'on_failure':[%1$s]}\
        """
            .formatted(action(url, headers, body));
    Reply reply = send("POST", "/task", ("[" + task + "]").replace('\'', '"'));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    String id = reply.body().get(0).get("id").asString();
    await()
        .until(() -> {
          JsonNode deliveries =
              client
                  .send(
                      "GET", "/task/" + id + "/deliveries", "", "Authorization", "Bearer " + admin)
                  .body();
          return !deliveries.isEmpty()
              && deliveries
                  .valueStream()
                  .noneMatch(each -> each.get("status").asString().equals("pending"));
        });
    return id;
  }

  private static String action(String url, String headers, String body) {
    return "{'kind':'Webhook','params':{'url':'%s','verb':'Post','headers':{%s},'body':%s}}"
        .formatted(url, headers, body);
  }

  /** Echoes what it received in many ways. */
  private static Answer echo(Receiver.Received call, String form) {
    String all = call.uri() + " " + call.header("X-Word") + " " + call.body();
    String word = call.header("X-Word");
    return switch (form) {
      case "success" ->
          Answer.of(
              200,
              "{\"status\":\"Success\",\"result\":[%s,%s,%s]}"
                  .formatted(quoted(all), quoted(base64(all)), quoted(base64("u:" + word))));
      case "failure" ->
          Answer.of(
              200,
              "{\"status\":\"Failure\",\"failure_reason\":%s,\"retryable\":false}"
                  .formatted(quoted(all)));
      case "invalid" ->
          Answer.of(
              200,
              "{\"status\":\"Success\",\"result\":\"\\u0000\",\"more\":%s}".formatted(quoted(all)));
      case "cancel" ->
          Answer.of(
              200,
              "{\"kind\":\"Webhook\",\"params\":{\"url\":%s,\"verb\":\"Post\",\"headers\":{\"X-A\":%s}}}"
                  .formatted(quoted("http://127.0.0.1:1/?" + word), quoted(word)));
      case "garbage" -> Answer.of(200, "{\"broken\": " + all);
      default -> Answer.of(500, all + URLDecoder.decode(all.replace("%", "%25"), UTF_8));
    };
  }

  /** Uses every secret; returns the tasks. */
  private List<String> use() {
    for (Map.Entry<String, String> value : VALUES.entrySet()) {
      Reply put =
          send(
              "PUT",
              "/v1/secrets/" + value.getKey(),
              "{\"value\":" + quoted(value.getValue()) + "}");
      assertThat(put.status()).isEqualTo(201);
    }
    receiver.answering(call -> echo(call, call.uri().getPath().substring(1)));
    List<String> tasks = new ArrayList<>();
    String header = "'X-Word':'${secrets.word}','X-Api-Key':'%s'".formatted(PLAIN_HEADER);
    String body = "{'odd':'${secrets.odd}','lines':'${secrets.lines}'}";
    for (String form : List.of("success", "failure", "invalid", "cancel", "garbage", "error")) {
      tasks.add(call(receiver.url("/" + form + "?q=${secrets.word}"), header, body));
    }
    tasks.add(call("http://${secrets.host}/", "", "null"));
    tasks.add(call("http://127.0.0.1/${secrets.lines}", "", "null"));
    tasks.add(call("http://127.0.0.1/", "'X-Odd':'${secrets.lines}'", "null"));
    tasks.add(call("ftp://${secrets.word}/".replace("ftp://", "${secrets.word}://"), "", "null"));
    tasks.add(call("http://127.0.0.1:1/${secrets.word}", "", "null"));
    String workflow =
        "{'tasks':[{'id':'a','name':'a','kind':'k','on_start':%s}]}"
            .formatted(action(receiver.url("/success"), header, body));
    assertThat(send("PUT", "/workflow/w", workflow.replace('\'', '"')).status()).isEqualTo(201);
    send("POST", "/workflow/w/run", "{}");
    send("PUT", "/v1/secrets/bad", "{\"value\":" + VALUES.get("word") + "}");
    return tasks;
  }

  /** Signs in; the answer itself is the one place where the session's ID is. */
  private void signIn() {
    Reply session = client.send("POST", "/v1/session", "{\"key\":\"" + admin + "\"}");
    assertThat(session.status()).isEqualTo(200);
    String cookie = session.raw().headers().firstValue("Set-Cookie").orElseThrow();
    String id = cookie.substring(cookie.indexOf('=') + 1, cookie.indexOf(';'));
    secrets.put("the session", id);
    Reply shown =
        client.send("GET", "/v1/session", "", "Cookie", cookie.substring(0, cookie.indexOf(';')));
    assertThat(shown.status()).isEqualTo(200);
    answers.add(shown.raw().body());
  }

  private void getEverything(List<String> tasks) {
    String reader = key(Scope.READ);
    for (String task : tasks) {
      String batch = task.substring(0, 28) + "00000000";
      for (Route route : client.routes()) {
        if (route.method() == Method.GET) {
          String path =
              route
                  .path()
                  .replace("{id}", route.path().startsWith("/batch") ? batch : task)
                  .replace("{batch_id}", batch)
                  .replace("{name}", "w")
                  .replace("{token}", "w")
                  .replace("{path*}", "app.js")
                  .replace("{tenant}", "default")
                  .replace("{workspace}", "default");
          assertThat(send("GET", path, "").status()).as(path).isLessThan(500);
          send(reader, "GET", path, "");
          send("ew_unknown_key", "GET", path, "");
        }
      }
    }
    send(METRICS_TOKEN, "GET", "/metrics", "");
  }

  private List<String> rows() {
    List<String> rows = new ArrayList<>();
    List<String> tables =
        database
            .text(
                "select string_agg(quote_ident(table_name), ',') from information_schema.tables"
                    + " where table_schema = current_schema() and table_type = 'BASE TABLE'")
            .lines()
            .flatMap(names -> Arrays.stream(names.split(",", -1)))
            .toList();
    assertThat(tables).contains("secret", "task", "outbox", "webhook_execution", "event", "audit");
    for (String table : tables) {
      rows.addAll(
          database
              .database()
              .reader()
              .withHandle(handle ->
                  handle
                      .createQuery("select '%1$s: ' || t::text from %1$s as t".formatted(table))
                      .mapTo(String.class)
                      .list()));
    }
    return rows;
  }

  private List<String> exported() throws Exception {
    List<String> rows = new ArrayList<>();
    for (Export.Written written : new Export(database.database()).to(folder)) {
      try (var duck = DriverManager.getConnection("jdbc:duckdb:");
          var statement = duck.createStatement();
          var result =
              statement.executeQuery(
                  "select t::text from read_parquet('%s') as t".formatted(written.file()))) {
        while (result.next()) {
          rows.add(written.file().getFileName() + ": " + result.getString(1));
        }
      }
    }
    return rows;
  }

  @Test
  void noSecretIsFoundInTablesLogsAnswersExportsAndTraces() throws Exception {
    List<String> tasks = use();
    signIn();
    getEverything(tasks);
    assertThat(receiver.calls().stream().map(call -> call.header("X-Word")))
        .as("the secrets were used")
        .contains(VALUES.get("word"));
    List<String> rows = rows();
    List<String> exported = exported();
    client.close();

    assertNothingIn("a table", rows);
    assertNothingIn("an exported file", exported);
    assertNothingIn("the log", log.lines());
    assertNothingIn("the log of libraries", others.lines());
    List<String> traces = new ArrayList<>(log.traces());
    traces.add("stack traces");
    assertNothingIn("a stack trace", traces);
    assertNothingIn("a trace", collector.calls().stream().map(Receiver.Received::body).toList());
    secrets.put("the value of a secret header", PLAIN_HEADER);
    assertNothingIn("an answer", answers);
  }
}
