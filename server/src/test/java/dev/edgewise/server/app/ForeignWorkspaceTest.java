package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.http.Access;
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
  private static RouteRequests requests;

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
      requests = new RouteRequests(batch, new TaskKey(batch, 1).publicId(), WORD);
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
  }

  @AfterAll
  static void stop() {
    client.close();
    database.close();
  }

  @Test
  void noRouteShowsOrChangesWhatBelongsToAnotherWorkspace() {
    String before = standing();
    int asked = 0;
    for (Route route : client.routes()) {
      if (!(route.access() instanceof Access.Scoped) || RouteRequests.creates(route)) {
        continue;
      }
      asked++;
      Reply reply = client.send(route.method().name(), requests.path(route), requests.body(route));
      String what = route.method() + " " + route.path() + ": " + reply.raw().body();
      if (RouteRequests.mustExist(route)) {
        assertThat(reply.status()).as(what).isEqualTo(404);
      }
      assertThat(reply.status()).as(what).isLessThan(500);
      if (!RouteRequests.isNamed(route)) {
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
    return requests.body(route).isEmpty() && text.contains(batch.toString().substring(0, 23));
  }

  private static String standing() {
    return database.text(
        "select string_agg(state::text, ';') || (select string_agg(secret::text, ';') from secret)"
            .concat(" from task_state as state where batch_id = '%s'".formatted(batch)));
  }
}
