package dev.edgewise.server.http.task;

import dev.edgewise.api.BatchGrowth;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import dev.edgewise.api.SubmissionAnswer;
import dev.edgewise.core.graph.Growth;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.commit.Growths;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Digests;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.store.submission.Grown;
import dev.edgewise.server.store.submission.SubmissionKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/** The route that adds tasks to a batch that runs. */
public final class AddTasks {
  private final Growths growths;
  private final BiFunction<UUID, InputStream, Growth> reading;

  /**
   * @param reading reads and checks a body for a batch
   */
  public AddTasks(Growths growths, BiFunction<UUID, InputStream, Growth> reading) {
    this.growths = growths;
    this.reading = reading;
  }

  public Route route() {
    return Route.post("/v1/batches/{id}/tasks", "Add tasks to a batch that runs")
        .scope(Scope.SUBMIT)
        .operation("addTasks")
        .header(
            SubmitTasks.KEY_HEADER,
            String.class,
            "makes the request idempotent: the same key and body get the first answer")
        .takes(BatchGrowth.class)
        .answers(200, SubmissionAnswer.class)
        .answers(201, SubmissionAnswer.class)
        .fails(
            ErrorCode.BATCH_NOT_FOUND,
            ErrorCode.WRONG_STATE,
            ErrorCode.IDEMPOTENCY_KEY_IN_PROGRESS,
            ErrorCode.IDEMPOTENCY_KEY_REUSED,
            ErrorCode.TOO_MANY_REQUESTS)
        .by(this::add);
  }

  private Answer add(Request request) throws IOException {
    UUID batchId = request.batchId();
    Optional<String> keyText = request.header(SubmitTasks.KEY_HEADER).map(SubmitTasks::checked);
    byte[] body = request.bodyStream().readAllBytes();
    SubmissionKey key =
        keyText
            .map(text -> new SubmissionKey(request.workspace(), text, digest(batchId, body)))
            .orElse(null);
    Growth growth = reading.apply(batchId, new ByteArrayInputStream(body));
    return switch (growths.grow(request.caller(), batchId, growth, key)) {
      case Grown.Added added -> answer(batchId, growth, added);
      case Grown.NoBatch _ ->
          throw ApiException.of(ErrorCode.BATCH_NOT_FOUND, "There is no batch " + batchId + ".");
      case Grown.Over(String state) ->
          throw ApiException.of(
              ErrorCode.WRONG_STATE,
              "The batch is over (%s): no tasks can be added. Submit a new batch."
                  .formatted(state));
      case Grown.Taken(var localIds) ->
          throw ApiException.invalid(
              localIds.stream()
                  .sorted()
                  .map(id -> "tasks: '" + id + "' is already the id of a task of the batch")
                  .toList());
      case Grown.Full(int total) ->
          throw ApiException.invalid(
              List.of(
                  "tasks: the batch has %d tasks and would have too many (MAX_TASKS_PER_BATCH)"
                      .formatted(total)));
      case Grown.Refused(var why) -> throw SubmitTasks.refusal(why);
    };
  }

  /** A key stands for one request to one batch. */
  private static byte[] digest(UUID batchId, byte[] body) {
    MessageDigest digest = Digests.sha256();
    digest.update(batchId.toString().getBytes(StandardCharsets.US_ASCII));
    return digest.digest(body);
  }

  private static Answer answer(UUID batchId, Growth growth, Grown.Added added) {
    Map<String, UUID> ids = new LinkedHashMap<>();
    for (TaskSpec task : growth.tasks()) {
      if (!added.deduplicated().containsKey(task.localId())) {
        TaskKey key = new TaskKey(batchId, added.firstNo() + ids.size());
        ids.put(task.localId(), key.publicId());
      }
    }
    return Answer.json(
        ids.isEmpty() ? 200 : 201, new SubmissionAnswer(batchId, ids, added.deduplicated()));
  }
}
