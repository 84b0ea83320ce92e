package dev.edgewise.server.http.task;

import dev.edgewise.api.BatchSubmission;
import dev.edgewise.api.DryRunAnswer;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import dev.edgewise.api.SubmissionAnswer;
import dev.edgewise.api.Task;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.commit.Submissions;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.BackgroundJson;
import dev.edgewise.server.http.Digests;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.http.read.TaskViews;
import dev.edgewise.server.logging.LogKeys;
import dev.edgewise.server.store.read.TaskDetail;
import dev.edgewise.server.store.submission.BatchInsertion;
import dev.edgewise.server.store.submission.SubmissionKey;
import dev.edgewise.server.store.submission.Submitted;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.AbstractList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** The routes that submit a batch. */
public final class SubmitTasks {
  static final String KEY_HEADER = "Idempotency-Key";
  private static final String DRY_RUN = "dry_run";

  /** Number of tasks from which the answer is serialized in the background. */
  private static final int LONG_ANSWER = 1_000;

  /** Static, because the JVM's compiled code is shared by all servers in the process. */
  private static volatile boolean practised;

  private final Submissions submissions;
  private final Function<InputStream, BatchSpec> reading;
  private final Function<UUID, Iterable<Task>> tasks;
  private final DryRuns dryRuns;

  /**
   * @param reading reads and checks a body
   * @param tasks reads the tasks of a batch in the order of the request
   */
  public SubmitTasks(
      Submissions submissions,
      Function<InputStream, BatchSpec> reading,
      Function<UUID, Iterable<Task>> tasks,
      DryRuns dryRuns) {
    this.submissions = submissions;
    this.reading = reading;
    this.tasks = tasks;
    this.dryRuns = dryRuns;
  }

  public List<Route> routes() {
    return List.of(
        route(
                Route.post(
                    "/v1/batches", "Submit a batch: an array of tasks, or an object with tasks"))
            .query(DRY_RUN, Boolean.class, "true only checks the batch and describes its graph")
            .answers(200, Route.either(SubmissionAnswer.class, DryRunAnswer.class))
            .answers(201, SubmissionAnswer.class)
            .by(this::submit),
        route(Route.post("/task", "Submit a batch: an array of tasks, or an object with tasks"))
            .deprecated()
            .answers(201, Route.listOf(Task.class))
            .answers(204)
            .by(this::submitForTasks));
  }

  private static Route.Draft route(Route.Undecided name) {
    return name.scope(Scope.SUBMIT)
        .operation("submitBatch")
        .header(
            KEY_HEADER,
            String.class,
            "makes the submission idempotent: the same key and body get the first answer")
        .takes(BatchSubmission.class)
        .fails(
            ErrorCode.IDEMPOTENCY_KEY_IN_PROGRESS,
            ErrorCode.IDEMPOTENCY_KEY_REUSED,
            ErrorCode.TOO_MANY_REQUESTS);
  }

  /** A submission that was read, and its key; null when it has none. */
  private record Given(BatchSpec batch, @Nullable SubmissionKey key) {}

  private Given read(Request request) throws IOException {
    practised = true;
    Optional<String> keyText = request.header(KEY_HEADER).map(SubmitTasks::checked);
    MessageDigest digest = Digests.sha256();
    InputStream body =
        keyText.isEmpty()
            ? request.bodyStream()
            : new DigestInputStream(request.bodyStream(), digest);
    BatchSpec batch = reading.apply(body);
    body.transferTo(OutputStream.nullOutputStream());
    return new Given(
        batch,
        keyText
            .map(text -> new SubmissionKey(request.workspace(), text, digest.digest()))
            .orElse(null));
  }

  private Answer submit(Request request) throws IOException {
    if (request.queryFlag(DRY_RUN).orElse(false)) {
      return Answer.ok(dryRuns.of(request.workspace(), request.bodyStream()));
    }
    Given given = read(request);
    Submitted submitted = submissions.submit(request.caller(), given.batch(), given.key(), _ -> {});
    return switch (submitted) {
      case Submitted.Created(UUID batchId, var _, var deduplicated) ->
          created(batchId, given.batch(), deduplicated);
      case Submitted.Replayed(UUID batchId, var _, var deduplicated) ->
          created(batchId, given.batch(), deduplicated);
      case Submitted.Nothing(var deduplicated) ->
          Answer.ok(new SubmissionAnswer(null, Map.of(), deduplicated));
      case Submitted.UnknownParents _,
          Submitted.TooMany _,
          Submitted.CallWaits _,
          Submitted.KeyMismatch _,
          Submitted.KeyInUse _ ->
          throw refusal(submitted);
    };
  }

  private static Answer created(UUID batchId, BatchSpec batch, Map<String, UUID> deduplicated) {
    Map<String, UUID> ids = new LinkedHashMap<>();
    for (TaskSpec task : batch.tasks()) {
      if (!deduplicated.containsKey(task.localId())) {
        // Tasks are numbered in the order of the request.
        ids.put(task.localId(), new TaskKey(batchId, ids.size() + 1).publicId());
      }
    }
    return created(batchId, new Answer.Value(new SubmissionAnswer(batchId, ids, deduplicated)))
        .header("Location", "/v1/batches/" + batchId);
  }

  private Answer submitForTasks(Request request) throws IOException {
    Given given = read(request);
    var early = new EarlyAnswer();
    try {
      return answer(submissions.submit(request.caller(), given.batch(), given.key(), early), early);
    } catch (RuntimeException | Error e) {
      early.drop();
      throw e;
    }
  }

  private Answer answer(Submitted submitted, EarlyAnswer early) {
    return switch (submitted) {
      case Submitted.Created created -> created(created.batchId(), early.content(created));
      case Submitted.Replayed(UUID batchId, var tasks, var _) ->
          created(batchId, content(batchId, tasks));
      case Submitted.Nothing _ -> Answer.empty(204);
      case Submitted.UnknownParents _,
          Submitted.TooMany _,
          Submitted.CallWaits _,
          Submitted.KeyMismatch _,
          Submitted.KeyInUse _ ->
          throw refusal(submitted);
    };
  }

  /** The error for a submission that was refused. */
  static ApiException refusal(Submitted submitted) {
    return switch (submitted) {
      case Submitted.UnknownParents(var ids) -> unknownParents(ids);
      case Submitted.TooMany(String why, int seconds) -> ApiException.tooMany(why, seconds);
      case Submitted.KeyMismatch _ ->
          ApiException.of(
              ErrorCode.IDEMPOTENCY_KEY_REUSED, "Use a new key for another submission.");
      case Submitted.KeyInUse _ ->
          ApiException.of(
              ErrorCode.IDEMPOTENCY_KEY_IN_PROGRESS, "Send the request again in a moment.");
      case Submitted.Created _, Submitted.Replayed _, Submitted.Nothing _, Submitted.CallWaits _ ->
          throw new IllegalArgumentException("The submission was not refused");
    };
  }

  /** The error for dependencies on tasks that do not exist. */
  public static ApiException unknownParents(Set<UUID> ids) {
    return ApiException.invalid(
        List.of(
            "dependencies: there is no task "
                + ids.stream().map(UUID::toString).sorted().collect(Collectors.joining(", "))));
  }

  private static Answer created(UUID batchId, Answer.Content tasks) {
    MDC.put(LogKeys.BATCH, batchId.toString());
    return new Answer(201, Map.of("X-Batch-ID", batchId.toString()), tasks);
  }

  /**
   * The answer with the tasks of a batch.
   *
   * @param known null when they have to be read
   */
  private Answer.Content content(UUID batchId, @Nullable List<TaskDetail> known) {
    return new Answer.Value(known == null ? tasks.apply(batchId) : views(known));
  }

  /** Whether a submission has been handled in this process. */
  public static boolean isPractised() {
    return practised;
  }

  /**
   * Runs the code of a submission without storing anything, so that the JVM compiles it before the
   * first request.
   */
  public static void practise(BatchSpec batch) {
    Wire.write(OutputStream.nullOutputStream(), views(BatchInsertion.rehearse(batch)));
  }

  /** The tasks in the form of the API, each converted when it is read. */
  private static List<Task> views(List<TaskDetail> created) {
    return new AbstractList<>() {
      @Override
      public Task get(int index) {
        return TaskViews.task(created.get(index));
      }

      @Override
      public int size() {
        return created.size();
      }
    };
  }

  /** The answer to a submission. A long one is serialized while the database stores the tasks. */
  private final class EarlyAnswer implements Consumer<Submitted.Created> {
    private @Nullable BackgroundJson ahead;

    @Override
    public void accept(Submitted.Created created) {
      drop();
      List<TaskDetail> known = created.tasks();
      ahead = known == null || known.size() < LONG_ANSWER ? null : BackgroundJson.of(views(known));
    }

    void drop() {
      if (ahead != null) {
        ahead.close();
      }
    }

    Answer.Content content(Submitted.Created created) {
      if (ahead != null) {
        return new Answer.Streamed("application/json", ahead::writeTo);
      }
      return SubmitTasks.this.content(created.batchId(), created.tasks());
    }
  }

  /** The key of a request if it can be one. */
  static String checked(String key) {
    if (key.isBlank() || key.length() > Limits.IDEMPOTENCY_KEY_MAX_CHARS) {
      throw ApiException.invalid(
          List.of(
              KEY_HEADER + ": must have 1 to " + Limits.IDEMPOTENCY_KEY_MAX_CHARS + " characters"));
    }
    return key;
  }
}
