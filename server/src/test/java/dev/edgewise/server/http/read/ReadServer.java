package dev.edgewise.server.http.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.RunningServer;
import dev.edgewise.server.http.StopSignal;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The read side over a database of its own, with the store's writers beside it. */
final class ReadServer implements AutoCloseable {
  static final int MAX_STREAMS = 400;

  private static final JsonMapper JSON = new JsonMapper();

  final TestDatabase database = TestDatabase.open();
  final TestStore store = new TestStore(database.database());
  final StopSignal stopSignal = new StopSignal();
  final RunningServer http =
      new RunningServer(
          Map.of(),
          stopSignal,
          new ReadRoutes(
                  database.database(),
                  store.signals,
                  new Settings.Pagination(3, 5),
                  MAX_STREAMS,
                  stopSignal,
                  host -> false)
              .routes()
              .toArray(Route[]::new));

  JsonNode get(String path) throws Exception {
    HttpResponse<String> answer = http.get(path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  static JsonNode json(String text) {
    return JSON.readTree(text);
  }

  /** The path of a task. */
  static String task(UUID batchId, int no) {
    return "/task/" + new TaskKey(batchId, no);
  }

  void execute(String sql, Object... values) {
    database.database().reader().useHandle(handle -> handle.execute(sql, values));
  }

  /** Stops the server and checks its database. */
  @Override
  public void close() {
    http.close();
    store.close();
    database.close();
  }
}
