package dev.edgewise.server.http.read;

import dev.edgewise.api.BasicTask;
import dev.edgewise.api.Delivery;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Explanation;
import dev.edgewise.api.Json;
import dev.edgewise.api.Scope;
import dev.edgewise.api.Task;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.api.Trigger;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.store.read.Deliveries;
import dev.edgewise.server.store.read.DeliveryRow;
import dev.edgewise.server.store.read.Inquiries;
import dev.edgewise.server.store.read.TaskFilter;
import dev.edgewise.server.store.read.TaskRow;
import dev.edgewise.server.store.read.Tasks;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Predicate;

/** The routes that read one task or list tasks. */
final class TaskReads {
  private static final String LIST = "/task";
  private static final List<String> FILTERS =
      List.of("status", "kind", "name", "timeout", "batch_id", "metadata", Filters.PAGE_SIZE);

  private final Tasks tasks;
  private final Inquiries inquiries;
  private final Deliveries deliveries;
  private final Settings.Pagination pagination;
  private final Predicate<String> circuitOpen;

  TaskReads(Database database, Settings.Pagination pagination, Predicate<String> circuitOpen) {
    this.tasks = new Tasks(database);
    this.inquiries = new Inquiries(database);
    this.deliveries = new Deliveries(database);
    this.pagination = pagination;
    this.circuitOpen = circuitOpen;
  }

  List<Route> routes() {
    return List.of(
        Route.get(LIST, "List tasks, newest first")
            .scope(Scope.READ)
            .query("status", TaskStatus.class, "only tasks in this status")
            .query("kind", String.class, "only tasks of this kind")
            .query("name", String.class, "only tasks whose name contains this")
            .query("timeout", Integer.class, "only tasks with this timeout in seconds")
            .query("batch_id", UUID.class, "only tasks of this batch")
            .query("metadata", Json.class, "only tasks whose metadata contains this JSON")
            .query("page", Long.class, "page number, from 0; a cursor is faster")
            .query(Filters.PAGE_SIZE, Integer.class, "number of items per page")
            .query(Cursors.NAME, String.class, "X-Next-Cursor of the page before")
            .answers(200, Route.listOf(BasicTask.class))
            .fails(ErrorCode.INVALID_REQUEST)
            .by(this::list),
        Route.get("/task/{id}", "One task")
            .scope(Scope.READ)
            .answers(200, Task.class)
            .fails(ErrorCode.TASK_NOT_FOUND)
            .by(this::task),
        Route.get("/task/{id}/explain", "Why a task is, or is not, running")
            .scope(Scope.READ)
            .answers(200, Explanation.class)
            .fails(ErrorCode.TASK_NOT_FOUND)
            .by(this::explanation),
        Route.get("/task/{id}/deliveries", "The webhook calls of a task, made or owed")
            .scope(Scope.READ)
            .answers(200, Route.listOf(Delivery.class))
            .fails(ErrorCode.TASK_NOT_FOUND)
            .by(this::deliveries));
  }

  private Answer list(Request request) {
    int size = Filters.pageSize(request, pagination);
    TaskKey before = request.query(Cursors.NAME, Cursors.FORM, Cursors::task).orElse(null);
    TaskFilter filter =
        new TaskFilter(
            request.workspace(),
            request.queryId("batch_id").orElse(null),
            Filters.state(request, "status"),
            Filters.text(request, "kind"),
            Filters.text(request, "name"),
            request.queryInt("timeout").orElse(null),
            Filters.json(request, "metadata"),
            before);
    long offset = before == null ? Filters.offset(request, size) : 0;
    List<TaskRow> rows = tasks.list(filter, offset, size + 1);
    List<TaskRow> shown = rows.subList(0, Math.min(size, rows.size()));
    Answer answer = Answer.ok(shown.stream().map(TaskViews::basic).toList());
    return rows.size() <= size
        ? answer
        : Cursors.next(answer, request, LIST, FILTERS, Cursors.of(shown.getLast().key()));
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

  private Answer deliveries(Request request) {
    TaskKey task = request.task();
    if (tasks.find(task).isEmpty()) {
      throw unknown(task.publicId());
    }
    return Answer.ok(
        deliveries.of(task, Limits.RESPONSE_SHOWN_MAX_CHARS).stream()
            .map(TaskReads::delivery)
            .toList());
  }

  private static Delivery delivery(DeliveryRow row) {
    return new Delivery(
        row.idempotencyKey(),
        Trigger.valueOf(row.trigger().toUpperCase(Locale.ROOT)),
        row.attempt(),
        row.status(),
        row.url(),
        row.attempts(),
        row.responseStatus(),
        row.responseBody(),
        row.error(),
        row.dueAt(),
        row.createdAt(),
        row.updatedAt());
  }

  static ApiException unknown(UUID id) {
    return ApiException.of(ErrorCode.TASK_NOT_FOUND, "The id '" + id + "' is unknown.");
  }
}
