package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.http.Access;
import dev.edgewise.server.http.Method;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.store.access.Quotas;
import dev.edgewise.server.store.access.Workspaces;
import dev.edgewise.server.store.secret.SecretKeys;
import dev.edgewise.server.store.secret.Secrets;
import dev.edgewise.server.store.submission.Submitted;
import dev.edgewise.server.store.workflow.Workflows;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What belongs to another workspace does not exist: every route of the route table is asked for it.
 * A new route is asked by itself.
 */
class ForeignWorkspaceTest {
  private static final String WORD = "foreignword";

  private static TestDatabase database;
  private static Client client;
  private static UUID batch;
  private static UUID task;
  private static String token;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    var workspaces = new Workspaces(database.database());
    workspaces.put(TestStore.CALLER, "acme", "blue", Quotas.NONE);
    Workspace blue = workspaces.find("acme", "blue").orElseThrow().workspace();
    var caller = new Caller(blue, "key:" + WORD);
    try (var store = new TestStore(database.database())) {
      var spec = TestStore.spec(WORD, null, TestTask.task("a").named(WORD).kind(WORD));
      batch = ((Submitted.Created) store.submissions.submit(caller, spec, null, _ -> {})).batchId();
      task = new TaskKey(batch, 1).publicId();
    }
    new Workflows(database.database())
        .put(
            caller,
            WORD,
            "{\"tasks\":[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"k\"}]}",
            new byte[1]);
    new Secrets(database.database(), new SecretKeys(List.of(new Secret(SecretServer.KEY))))
        .put(caller, WORD, "a foreign value");
    client = Client.start(database, Map.of("--secrets-key", SecretServer.KEY));
    token = "AAAA";
  }

  @AfterAll
  static void stop() {
    client.close();
    database.close();
  }

  private static String path(Route route) {
    UUID id = route.path().contains("batch") || route.path().contains("dag") ? batch : task;
    return route
        .path()
        .replace("/delivery/{id}", "/delivery/" + task + ":success")
        .replace("{id}", id.toString())
        .replace("{batch_id}", batch.toString())
        .replace("{key}", WORD)
        .replace("{name}", WORD)
        .replace("{tenant}", "acme")
        .replace("{workspace}", WORD);
  }

  private static String body(Route route) {
    if (route.path().startsWith("/work/") || route.path().equals("/event")) {
      return work(route);
    }
    if (route.path().equals("/task") && route.method() == Method.POST) {
      return "[{\"id\":\"b\",\"name\":\"b\",\"kind\":\"k\",\"dependencies\":[{\"task_id\":\"%s\"}]}]"
          .formatted(task);
    }
    if (route.path().startsWith("/schedule/") && route.method() == Method.PUT) {
      return "{\"workflow\":\"%s\",\"interval\":\"PT1H\"}".formatted(WORD);
    }
    if (route.path().endsWith("/rules")) {
      return "{\"kind\":\"%s\",\"rules\":[]}".formatted(WORD);
    }
    return route.method() == Method.PATCH && !route.path().matches(".*(pause|resume).*")
        ? "{\"priority\":5}"
        : route.method() == Method.PUT ? "{\"new_success\":1}" : "";
  }

  private static String work(Route route) {
    String item = "{\"task_id\":\"%s\",\"delivery_token\":\"%s\"".formatted(task, token);
    String claim = "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":10".formatted(WORD);
    return switch (route.path()) {
      case "/work/claim" -> claim + "}";
      case "/work/next" -> claim + ",\"completions\":[" + item + ",\"status\":\"Success\"}]}";
      case "/work/complete" -> "[" + item + ",\"status\":\"Success\"}]";
      case "/work/heartbeat" -> "[" + item + "}]";
      default ->
          """
          {"specversion":"1.0","id":"01HZX3Z9T0000000000000000A","source":"t",
           "type":"edgewise.task.finished","subject":"%s","data":{"attempt":0,"outcome":"SUCCESS"}}\
          """
              .formatted(task);
    };
  }

  /** Routes that create something of the same name in the own workspace. */
  private static boolean creates(Route route) {
    return route.method() == Method.PUT
        && List.of("/workflow/{name}", "/v1/secrets/{name}", "/v1/workspaces/{tenant}/{workspace}")
            .contains(route.path());
  }

  private static boolean named(Route route) {
    return route.path().contains("{") && !route.path().contains("*}");
  }

  @Test
  void noRouteShowsOrChangesWhatBelongsToAnotherWorkspace() {
    String before = standing();
    int asked = 0;
    for (Route route : client.routes()) {
      if (!(route.access() instanceof Access.Scoped) || creates(route)) {
        continue;
      }
      asked++;
      Reply reply = client.send(route.method().name(), path(route), body(route));
      String what = route.method() + " " + route.path() + ": " + reply.raw().body();
      boolean dropped = route.path().equals("/task/{id}") && route.method() == Method.PUT;
      if (named(route) && !route.path().equals("/schedule/{name}") && !dropped) {
        assertThat(reply.status()).as(what).isEqualTo(404);
      }
      assertThat(reply.status()).as(what).isLessThan(500);
      if (!named(route)) {
        assertThat(reply.raw().body())
            .as(what)
            .doesNotContain(WORD)
            .satisfies(text -> assertThat(leaks(route, text)).as(what).isFalse());
      }
    }
    assertThat(asked).isGreaterThan(25);
    assertThat(standing()).isEqualTo(before);
  }

  /** An id is no leak where the request itself named it. */
  private static boolean leaks(Route route, String text) {
    return body(route).isEmpty() && text.contains(batch.toString().substring(0, 23));
  }

  private static String standing() {
    return database.text(
        "select string_agg(state::text, ';') || (select string_agg(secret::text, ';') from secret)"
            .concat(" from task_state as state where batch_id = '%s'".formatted(batch)));
  }
}
