package dev.edgewise.server.http.read;

import dev.edgewise.api.BatchState;
import dev.edgewise.api.BatchSummary;
import dev.edgewise.api.BatchView;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import dev.edgewise.api.StatusCounts;
import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
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

/** The routes that read one batch or list batches. */
final class BatchReads {
  private static final String LIST = "/batches";
  private static final List<String> FILTERS =
      List.of("kind", "name", "status", "created_after", "created_before", Filters.PAGE_SIZE);

  private final Batches batches;
  private final BatchFollowers followers;
  private final Settings.Pagination pagination;

  BatchReads(Batches batches, BatchFollowers followers, Settings.Pagination pagination) {
    this.batches = batches;
    this.followers = followers;
    this.pagination = pagination;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/batch/{id}", "One batch with its totals")
            .scope(Scope.READ)
            .query("wait", Integer.class, "seconds to wait for the batch to end before the answer")
            .answers(200, BatchView.class)
            .fails(ErrorCode.BATCH_NOT_FOUND)
            .by(this::batch),
        Route.get(LIST, "List batches, newest first")
            .scope(Scope.READ)
            .query("kind", String.class, "only batches with a task of this kind")
            .query("name", String.class, "only batches whose name, or a task's, contains this")
            .query(
                "status", String.class, "only batches in this state, or with a task in this status")
            .query("created_after", Instant.class, "only batches created later")
            .query("created_before", Instant.class, "only batches created earlier")
            .query(Filters.PAGE_SIZE, Integer.class, "number of items per page")
            .query(Cursors.NAME, String.class, "X-Next-Cursor of the page before")
            .answers(200, Route.listOf(BatchSummary.class))
            .fails(ErrorCode.INVALID_REQUEST)
            .by(this::list));
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
    int size = Filters.pageSize(request, pagination);
    BatchOutcome outcome = request.query("status").flatMap(BatchReads::outcome).orElse(null);
    BatchFilter filter =
        new BatchFilter(
            request.workspace(),
            Filters.text(request, "kind"),
            Filters.text(request, "name"),
            outcome,
            outcome == null ? Filters.state(request, "status") : null,
            request.queryTime("created_after").orElse(null),
            request.queryTime("created_before").orElse(null),
            request.query(Cursors.NAME, Cursors.FORM, Cursors::batch).orElse(null));
    List<Counted> rows = batches.list(filter, size + 1);
    List<Counted> shown = rows.subList(0, Math.min(size, rows.size()));
    Answer answer = Answer.ok(shown.stream().map(BatchReads::summary).toList());
    if (rows.size() <= size) {
      return answer;
    }
    BatchRow last = shown.getLast().batch();
    String cursor = Cursors.of(new Position(last.createdAt(), last.batchId()));
    return Cursors.next(answer, request, LIST, FILTERS, cursor);
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
    return new BatchView(
        row.batchId(),
        row.name(),
        TaskViews.json(row.metadata()),
        state(row.outcome()),
        row.total(),
        counts.success(),
        counts.failures(),
        counts.expected(),
        statusCounts(counts.states()),
        TaskViews.json(row.result()),
        row.createdAt(),
        row.completedAt());
  }

  private static BatchSummary summary(Counted counted) {
    BatchRow row = counted.batch();
    return new BatchSummary(
        row.batchId(),
        row.name(),
        TaskViews.json(row.metadata()),
        state(row.outcome()),
        row.total(),
        statusCounts(counted.states()),
        row.createdAt(),
        row.completedAt());
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
