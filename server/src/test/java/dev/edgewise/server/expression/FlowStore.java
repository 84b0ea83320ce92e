package dev.edgewise.server.expression;

import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.commit.BatchStop;
import dev.edgewise.server.commit.CommitSettings;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.commit.Submissions;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.handover.WaitingWorkers;
import dev.edgewise.server.http.submission.SubmissionReader;
import dev.edgewise.server.http.submission.SubmissionRules;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.store.claim.Claims;
import dev.edgewise.server.store.claim.RunningLimits;
import dev.edgewise.server.store.submission.Submitted;
import dev.edgewise.server.testing.TestStore;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/** The store with data flow; batches are submitted as users write them, with single quotes. */
final class FlowStore implements AutoCloseable {
  /** How many tasks a batch may have. */
  static final int MAX_TASKS = 200_000;

  static final Language LANGUAGE = new Language();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final SubmissionRules RULES =
      new SubmissionRules(MAX_TASKS, 10, 3600, _ -> null, LANGUAGE, null);

  private final Database database;
  private final TestStore store;
  final Committer committer;
  final Submissions submissions;
  final Claims claims;
  final WaitingWorkers workers;
  final BatchStop stop;
  final Preparation preparation;
  private final Rendering rendering;

  FlowStore(Database database) {
    this.database = database;
    store =
        new TestStore(
            database,
            CommitSettings.of(
                true,
                (handle, nodes, journal, effort) ->
                    new InlineNodes(LANGUAGE, MAX_TASKS, handle, nodes, journal, effort),
                RunningLimits.NONE));
    committer = store.committer;
    submissions = store.submissions;
    claims = store.claims;
    workers = store.workers;
    stop = store.stop;
    rendering = new Rendering(database, LANGUAGE);
    preparation = new Preparation(rendering, committer, store.leases, new LateInputs());
  }

  @Override
  public void close() {
    preparation.close();
    rendering.close();
    store.close();
  }

  /** Submits a batch. Each task is a worker's of the kind {@code k} unless it says otherwise. */
  UUID submit(String json) {
    JsonNode batch = JSON.readTree(json.replace('\'', '"'));
    for (JsonNode task : batch.isArray() ? batch : batch.get("tasks")) {
      ((ObjectNode) task).put("name", task.get("id").stringValue());
      if (!task.has("kind")) {
        ((ObjectNode) task).put("kind", "k");
      }
    }
    byte[] body = JSON.writeValueAsBytes(batch);
    var spec = SubmissionReader.read(new ByteArrayInputStream(body), RULES);
    return ((Submitted.Created) submissions.submit(TestStore.CALLER, spec, null, _ -> {}))
        .batchId();
  }

  /** Claims tasks of the kind {@code k} of all batches. */
  List<Claimed> claim(int max) {
    return claims.claim(
        new ClaimRequest("w", true, Map.of(Lane.work(Workspace.DEFAULT, "k"), max), max, null));
  }

  TaskKey task(UUID batchId, String localId) {
    return new TaskKey(
        batchId,
        Integer.parseInt(
            query("select no from task where batch_id = ? and local_id = ?", batchId, localId)));
  }

  /** Claims all ready tasks and reports the success of one. */
  void succeed(UUID batchId, String localId, @Nullable String result) {
    claim(1000);
    apply(new Command.Succeed(task(batchId, localId), null, json(result)));
  }

  void fail(UUID batchId, String localId, String reason) {
    claim(1000);
    apply(new Command.Fail(task(batchId, localId), null, FailureType.EXPLICIT, reason, true));
  }

  Answer apply(Command command) {
    return committer.apply(command);
  }

  static @Nullable String json(@Nullable String text) {
    return text == null ? null : text.replace('\'', '"');
  }

  /** The state of a task, with its reason in brackets if it has one. */
  String state(UUID batchId, String localId) {
    return query(
        "select status || coalesce(' (' || failure_reason || ')', '') from task_state"
            + " join task using (batch_id, no) where batch_id = ? and local_id = ?",
        batchId,
        localId);
  }

  String result(UUID batchId, String localId) {
    return query(
        "select coalesce((select value::text from result where batch_id = task.batch_id"
            + " and no = task.no), 'none') from task where batch_id = ? and local_id = ?",
        batchId,
        localId);
  }

  /** The state of a batch and its result. */
  String batch(UUID batchId) {
    return query(
        "select state || ' ' || coalesce(result::text, 'none') from batch where batch_id = ?",
        batchId);
  }

  long count(String sql, Object... values) {
    return Long.parseLong(query(sql, values));
  }

  String query(String sql, Object... values) {
    return database
        .reader()
        .withHandle(handle -> {
          var query = handle.createQuery(sql);
          for (int i = 0; i < values.length; i++) {
            query.bind(i, values[i]);
          }
          return query.mapTo(String.class).one();
        });
  }
}
