package dev.edgewise.server.http.read;

import dev.edgewise.api.BasicTask;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Explanation;
import dev.edgewise.api.Json;
import dev.edgewise.api.Scope;
import dev.edgewise.api.Task;
import dev.edgewise.api.TaskList;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.ListPage;
import dev.edgewise.server.http.Method;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.store.read.Batches;
import dev.edgewise.server.store.read.Inquiries;
import dev.edgewise.server.store.read.TaskFilter;
import dev.edgewise.server.store.read.TaskRow;
import dev.edgewise.server.store.read.Tasks;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The routes that read one task or list tasks. */
final class TaskReads {
  private static final String OLD_LIST = "/task";
  private static final List<String> FILTERS =
      List.of(
          "status",
          "kind",
          "name",
          "timeout",
          "batch_id",
          "metadata",
          "failure_reason",
          "worker",
          Filters.WORKFLOW,
          Filters.LABEL,
          "created_after",
          "created_before",
          "ended_after",
          "ended_before",
          Filters.PAGE_SIZE);

  private final Tasks tasks;
  private final Inquiries inquiries;
  private final Batches batches;
  private final Settings.Pagination pagination;
  private final Predicate<String> circuitOpen;

  TaskReads(
      Database database,
      Batches batches,
      Settings.Pagination pagination,
      Predicate<String> circuitOpen) {
    this.tasks = new Tasks(database);
    this.inquiries = new Inquiries(database);
    this.batches = batches;
    this.pagination = pagination;
    this.circuitOpen = circuitOpen;
  }

  List<Route> routes() {
    return List.of(
        filtered(Route.get("/v1/tasks", "List tasks, newest first").scope(Scope.READ))
            .operation("listTasks")
            .query("batch_id", UUID.class, "only tasks of this batch")
            .paged()
            .answers(200, TaskList.class)
            .fails(ErrorCode.INVALID_REQUEST)
            .by(request -> list(request, request.queryId("batch_id").orElse(null))),
        filtered(
                Route.get("/v1/batches/{id}/tasks", "List the tasks of a batch, the last one first")
                    .scope(Scope.READ))
            .operation("listBatchTasks")
            .paged()
            .answers(200, TaskList.class)
            .fails(ErrorCode.BATCH_NOT_FOUND, ErrorCode.INVALID_REQUEST)
            .by(request -> list(request, existing(request.batchId()))),
        filtered(Route.get(OLD_LIST, "List tasks, newest first").scope(Scope.READ))
            .operation("listTasks")
            .deprecated()
            .query("batch_id", UUID.class, "only tasks of this batch")
            .query("page", Long.class, "page number, from 0; a cursor is faster")
            .query(Filters.PAGE_SIZE, Integer.class, "number of items per page")
            .query(Cursors.NAME, String.class, "X-Next-Cursor of the page before")
            .answers(200, Route.listOf(BasicTask.class))
            .fails(ErrorCode.INVALID_REQUEST)
            .by(this::oldList),
        Route.get("/v1/tasks/{id}", "One task")
            .scope(Scope.READ)
            .operation("getTask")
            .alias(Method.GET, "/task/{id}")
            .answers(200, Task.class)
            .fails(ErrorCode.TASK_NOT_FOUND)
            .by(this::task),
        Route.get("/v1/tasks/{id}/explain", "Why a task is, or is not, running")
            .scope(Scope.READ)
            .operation("explainTask")
            .alias(Method.GET, "/task/{id}/explain")
            .answers(200, Explanation.class)
            .fails(ErrorCode.TASK_NOT_FOUND)
            .by(this::explanation));
  }

  private static Route.Draft filtered(Route.Draft draft) {
    return draft
        .query("status", TaskStatus.class, "only tasks in this status")
        .query("kind", String.class, "only tasks of this kind")
        .query("name", String.class, "only tasks whose name contains this")
        .query("timeout", Integer.class, "only tasks with this timeout in seconds")
        .query("metadata", Json.class, "only tasks whose metadata contains this JSON")
        .query("failure_reason", String.class, "only tasks whose failure reason contains this")
        .query("worker", String.class, "only tasks that this worker holds or held")
        .query(Filters.WORKFLOW, String.class, "only tasks of runs of this workflow")
        .queries(Filters.LABEL, String.class, "only tasks of batches with this label, key:value")
        .query("created_after", Instant.class, "only tasks created later")
        .query("created_before", Instant.class, "only tasks created earlier")
        .query("ended_after", Instant.class, "only tasks that ended later")
        .query("ended_before", Instant.class, "only tasks that ended earlier");
  }

  private static TaskFilter filter(
      Request request, @Nullable UUID batchId, @Nullable TaskKey before) {
    return new TaskFilter(
        request.workspace(),
        batchId,
        Filters.state(request, "status"),
        Filters.text(request, "kind"),
        Filters.text(request, "name"),
        request.queryInt("timeout").orElse(null),
        Filters.json(request, "metadata"),
        Filters.text(request, "failure_reason"),
        Filters.text(request, "worker"),
        Filters.origin(request),
        Filters.span(request, "created"),
        Filters.span(request, "ended"),
        before);
  }

  private UUID existing(UUID batchId) {
    return batches.find(batchId).orElseThrow(() -> BatchReads.unknown(batchId)).batchId();
  }

  private Answer list(Request request, @Nullable UUID batchId) {
    int limit = ListPage.limit(request);
    TaskKey before =
        request.query(ListPage.CURSOR, ListPage.CURSOR_FORM, Cursors::task).orElse(null);
    List<TaskRow> rows = tasks.list(filter(request, batchId, before), 0, limit + 1);
    return ListPage.answer(
        rows, limit, TaskViews::basic, row -> Cursors.of(row.key()), TaskList::new);
  }

  private Answer oldList(Request request) {
    int size = Filters.pageSize(request, pagination);
    TaskKey before = request.query(Cursors.NAME, Cursors.FORM, Cursors::task).orElse(null);
    TaskFilter filter = filter(request, request.queryId("batch_id").orElse(null), before);
    long offset = before == null ? Filters.offset(request, size) : 0;
    List<TaskRow> rows = tasks.list(filter, offset, size + 1);
    List<TaskRow> shown = rows.subList(0, Math.min(size, rows.size()));
    Answer answer = Answer.ok(shown.stream().map(TaskViews::basic).toList());
    return rows.size() <= size
        ? answer
        : Cursors.next(answer, request, OLD_LIST, FILTERS, Cursors.of(shown.getLast().key()));
  }

  private Answer task(Request request) {
    TaskKey task = request.task();
    return tasks
        .find(task)
        .map(detail -> Answer.ok(TaskViews.task(detail)))
        .orElseThrow(() -> unknown(task.publicId()));
  }

  private Answer explanation(Request request) {
    TaskKey task = request.task();
    return inquiries
        .of(task)
        .map(circumstances ->
            Answer.ok(Explanations.of(task.publicId(), circumstances, circuitOpen)))
        .orElseThrow(() -> unknown(task.publicId()));
  }

  static ApiException unknown(UUID id) {
    return ApiException.of(ErrorCode.TASK_NOT_FOUND, "The id '" + id + "' is unknown.");
  }
}
