package dev.edgewise.server.http.read;

import dev.edgewise.api.Delivery;
import dev.edgewise.api.DeliveryList;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import dev.edgewise.api.Trigger;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ListPage;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.store.read.Deliveries;
import dev.edgewise.server.store.read.DeliveryRow;
import dev.edgewise.server.store.read.Tasks;
import java.util.List;
import java.util.Locale;

/** The routes that list webhook calls. */
final class DeliveryReads {
  private static final List<String> STATES = List.of("owed", "dead", "delivered");

  private final Tasks tasks;
  private final Deliveries deliveries;

  DeliveryReads(Database database) {
    this.tasks = new Tasks(database);
    this.deliveries = new Deliveries(database);
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/deliveries", "The webhook calls of all tasks, those of new batches first")
            .scope(Scope.READ)
            .operation("listDeliveries")
            .query("state", String.class, "only calls in this state: owed, dead or delivered")
            .paged()
            .answers(200, DeliveryList.class)
            .fails(ErrorCode.INVALID_REQUEST)
            .by(this::list),
        Route.get("/v1/tasks/{id}/deliveries", "The webhook calls of a task, made or owed")
            .scope(Scope.READ)
            .operation("listTaskDeliveries")
            .paged()
            .answers(200, DeliveryList.class)
            .fails(ErrorCode.TASK_NOT_FOUND)
            .by(this::ofTask),
        Route.get("/task/{id}/deliveries", "The webhook calls of a task, made or owed")
            .scope(Scope.READ)
            .operation("listTaskDeliveries")
            .deprecated()
            .answers(200, Route.listOf(Delivery.class))
            .fails(ErrorCode.TASK_NOT_FOUND)
            .by(request -> Answer.ok(all(request).stream().map(DeliveryReads::view).toList())));
  }

  private Answer list(Request request) {
    int limit = ListPage.limit(request);
    String state =
        request
            .query("state", "one of " + String.join(", ", STATES), DeliveryReads::state)
            .orElse(null);
    String before = ListPage.cursor(request, ListPage::storable).orElse(null);
    return page(
        deliveries.list(
            request.workspace(), state, before, limit + 1, Limits.RESPONSE_SHOWN_MAX_CHARS),
        limit);
  }

  private static String state(String text) {
    if (!STATES.contains(text)) {
      throw new IllegalArgumentException();
    }
    return text;
  }

  /** A task has few calls: all of them are read for each page. */
  private Answer ofTask(Request request) {
    int limit = ListPage.limit(request);
    String after = ListPage.cursor(request, ListPage::storable).orElse(null);
    List<DeliveryRow> rows = all(request);
    if (after != null) {
      rows = rows.stream().dropWhile(row -> !row.idempotencyKey().equals(after)).skip(1).toList();
    }
    return page(rows, limit);
  }

  private List<DeliveryRow> all(Request request) {
    TaskKey task = request.task();
    if (tasks.find(task).isEmpty()) {
      throw TaskReads.unknown(task.publicId());
    }
    return deliveries.of(task, Limits.RESPONSE_SHOWN_MAX_CHARS);
  }

  private static Answer page(List<DeliveryRow> rows, int limit) {
    return ListPage.answer(
        rows,
        limit,
        DeliveryReads::view,
        row -> ListPage.encode(row.idempotencyKey()),
        DeliveryList::new);
  }

  private static Delivery view(DeliveryRow row) {
    return new Delivery(
        row.idempotencyKey(),
        row.task().publicId(),
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
}
