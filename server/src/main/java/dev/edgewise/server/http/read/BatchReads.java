package dev.edgewise.server.http.read;

import dev.edgewise.api.BatchList;
import dev.edgewise.api.BatchState;
import dev.edgewise.api.BatchSummary;
import dev.edgewise.api.BatchView;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Json;
import dev.edgewise.api.OnTaskFailure;
import dev.edgewise.api.Scope;
import dev.edgewise.api.StatusCounts;
import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.JsonMembers;
import dev.edgewise.server.http.ListPage;
import dev.edgewise.server.http.Method;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.store.read.BatchCounts;
import dev.edgewise.server.store.read.BatchFilter;
import dev.edgewise.server.store.read.BatchFilter.Position;
import dev.edgewise.server.store.read.BatchRow;
import dev.edgewise.server.store.read.Batches;
import dev.edgewise.server.store.read.Batches.Counted;
import dev.edgewise.server.store.read.Batches.Summed;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The routes that read one batch or list batches. */
final class BatchReads {
  private static final String OLD_LIST = "/batches";
  private static final List<String> FILTERS =
      List.of(
          "kind",
          "name",
          "status",
          "created_after",
          "created_before",
          Filters.LABEL,
          Filters.WORKFLOW,
          Filters.PAGE_SIZE);

  private final Batches batches;
  private final Followers<UUID> followers;
  private final Settings.Pagination pagination;

  BatchReads(Batches batches, Followers<UUID> followers, Settings.Pagination pagination) {
    this.batches = batches;
    this.followers = followers;
    this.pagination = pagination;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/batches/{id}", "One batch with its totals")
            .scope(Scope.READ)
            .operation("getBatch")
            .alias(Method.GET, "/batch/{id}")
            .query("wait", Integer.class, "seconds to wait for the batch to end before the answer")
            .answers(200, BatchView.class)
            .fails(ErrorCode.BATCH_NOT_FOUND)
            .by(this::batch),
        filtered(Route.get("/v1/batches", "List batches, newest first"))
            .paged()
            .answers(200, BatchList.class)
            .by(this::list),
        filtered(Route.get(OLD_LIST, "List batches, newest first"))
            .deprecated()
            .query(Filters.PAGE_SIZE, Integer.class, "number of items per page")
            .query(Cursors.NAME, String.class, "X-Next-Cursor of the page before")
            .answers(200, Route.listOf(BatchSummary.class))
            .by(this::oldList));
  }

  private static Route.Draft filtered(Route.Undecided route) {
    return route
        .scope(Scope.READ)
        .operation("listBatches")
        .query("kind", String.class, "only batches with a task of this kind")
        .query("name", String.class, "only batches whose name, or a task's, contains this")
        .query("status", String.class, "only batches in this state, or with a task in this status")
        .query("created_after", Instant.class, "only batches created later")
        .query("created_before", Instant.class, "only batches created earlier")
        .queries(Filters.LABEL, String.class, Filters.LABEL_MEANING)
        .query(Filters.WORKFLOW, String.class, "only runs of this workflow")
        .fails(ErrorCode.INVALID_REQUEST);
  }

  private Answer batch(Request request) throws IOException, InterruptedException {
    UUID id = request.batchId();
    int wait = Math.clamp(request.queryInt("wait").orElse(0), 0, Limits.BATCH_MAX_WAIT_SECS);
    if (wait > 0) {
      followers.follow(
          id,
          Duration.ofSeconds(wait),
          () -> followers.read(() -> batches.find(id)).map(BatchRow::completed).orElse(true),
          () -> {});
    }
    return batches.summed(id).map(summed -> Answer.ok(view(summed))).orElseThrow(() -> unknown(id));
  }

  private Answer list(Request request) {
    int limit = ListPage.limit(request);
    Position before =
        request.query(ListPage.CURSOR, ListPage.CURSOR_FORM, Cursors::batch).orElse(null);
    return ListPage.answer(
        batches.list(filter(request, before), limit + 1),
        limit,
        BatchReads::summary,
        BatchReads::cursor,
        BatchList::new);
  }

  private Answer oldList(Request request) {
    int size = Filters.pageSize(request, pagination);
    Position before = request.query(Cursors.NAME, Cursors.FORM, Cursors::batch).orElse(null);
    List<Counted> rows = batches.list(filter(request, before), size + 1);
    List<Counted> shown = rows.subList(0, Math.min(size, rows.size()));
    Answer answer = Answer.ok(shown.stream().map(BatchReads::summary).toList());
    return rows.size() <= size
        ? answer
        : Cursors.next(answer, request, OLD_LIST, FILTERS, cursor(shown.getLast()));
  }

  private static BatchFilter filter(Request request, @Nullable Position before) {
    BatchOutcome outcome = request.query("status").flatMap(BatchReads::outcome).orElse(null);
    return new BatchFilter(
        request.workspace(),
        Filters.text(request, "kind"),
        Filters.text(request, "name"),
        outcome,
        outcome == null ? Filters.state(request, "status") : null,
        Filters.span(request, "created"),
        Filters.origin(request),
        before);
  }

  private static String cursor(Counted row) {
    return Cursors.of(new Position(row.batch().createdAt(), row.batch().batchId()));
  }

  /** The outcome for a batch state; empty for a task status, which is spelled with capitals. */
  private static Optional<BatchOutcome> outcome(String text) {
    return Arrays.stream(BatchState.values())
        .filter(state -> state.wireName().equals(text))
        .map(state -> BatchOutcome.valueOf(state.name()))
        .findFirst();
  }

  private static BatchView view(Summed summed) {
    BatchRow row = summed.batch();
    BatchCounts counts = summed.counts();
    BatchOrigin origin = BatchOrigin.of(row.metadata());
    return new BatchView(
        row.batchId(),
        row.name(),
        TaskViews.json(row.metadata()),
        labels(row),
        state(row.outcome()),
        row.total(),
        counts.success(),
        counts.failures(),
        counts.expected(),
        statusCounts(counts.states()),
        TaskViews.json(row.result()),
        row.createdAt(),
        row.completedAt(),
        TaskViews.json(row.inputs()),
        origin.workflow(),
        origin.schedule(),
        row.stopsOnFailure() ? OnTaskFailure.STOP : OnTaskFailure.CONTINUE,
        row.deadline() == null ? null : row.deadline().toString(),
        row.parent() == null ? null : row.parent().publicId(),
        row.paused());
  }

  private static BatchSummary summary(Counted counted) {
    BatchRow row = counted.batch();
    return new BatchSummary(
        row.batchId(),
        row.name(),
        TaskViews.json(row.metadata()),
        labels(row),
        state(row.outcome()),
        row.total(),
        statusCounts(counted.states()),
        row.createdAt(),
        row.completedAt());
  }

  private static Map<String, String> labels(BatchRow row) {
    return row.labels() == null ? Map.of() : JsonMembers.texts(new Json(row.labels()), "labels");
  }

  private static BatchState state(BatchOutcome outcome) {
    return BatchState.valueOf(outcome.name());
  }

  static StatusCounts statusCounts(Map<TaskState, Long> states) {
    return new StatusCounts(
        count(states, TaskState.WAITING),
        count(states, TaskState.PENDING),
        count(states, TaskState.CLAIMED),
        count(states, TaskState.RUNNING),
        count(states, TaskState.SUCCESS),
        count(states, TaskState.FAILURE),
        count(states, TaskState.CANCELED),
        count(states, TaskState.SKIPPED),
        count(states, TaskState.PAUSED),
        count(states, TaskState.RETRY_PENDING));
  }

  private static long count(Map<TaskState, Long> states, TaskState state) {
    return states.getOrDefault(state, 0L);
  }

  static ApiException unknown(UUID id) {
    return ApiException.of(ErrorCode.BATCH_NOT_FOUND, "The id '" + id + "' is unknown.");
  }
}
