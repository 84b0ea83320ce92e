package dev.edgewise.server.http.read;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.FailureGroup;
import dev.edgewise.api.FailureList;
import dev.edgewise.api.Json;
import dev.edgewise.api.Scope;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ListPage;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.store.read.Failures;
import dev.edgewise.server.store.read.Failures.Group;
import dev.edgewise.server.store.read.Failures.Position;
import dev.edgewise.server.store.read.TaskFilter;
import java.time.Instant;

/** The route that groups final failures. */
final class FailureReads {
  private final Failures failures;

  FailureReads(Database database) {
    this.failures = new Failures(database);
  }

  Route route() {
    return Route.get("/v1/failures", "Final failures of all batches, grouped by kind and reason")
        .scope(Scope.READ)
        .operation("listFailures")
        .query("kind", String.class, "only tasks of this kind")
        .query("metadata", Json.class, "only tasks whose metadata contains this JSON")
        .query(Filters.WORKFLOW, String.class, "only tasks of runs of this workflow")
        .queries(Filters.LABEL, String.class, Filters.LABEL_MEANING)
        .query("created_after", Instant.class, "only tasks created later")
        .query("created_before", Instant.class, "only tasks created earlier")
        .query("ended_after", Instant.class, "only failures after this time")
        .query("ended_before", Instant.class, "only failures before this time")
        .paged()
        .answers(200, FailureList.class)
        .fails(ErrorCode.INVALID_REQUEST)
        .by(this::list);
  }

  private Answer list(Request request) {
    int limit = ListPage.limit(request);
    Position after = ListPage.cursor(request, FailureReads::position).orElse(null);
    Failures.Page page = failures.list(filter(request), after, limit + 1);
    return ListPage.answer(
        page.groups(),
        limit,
        FailureReads::view,
        FailureReads::cursor,
        (items, next) -> new FailureList(items, next, page.complete()));
  }

  private static TaskFilter filter(Request request) {
    return new TaskFilter(
        request.workspace(),
        null,
        null,
        Filters.text(request, "kind"),
        null,
        null,
        Filters.json(request, "metadata"),
        null,
        null,
        Filters.origin(request),
        Filters.span(request, "created"),
        Filters.span(request, "ended"),
        null);
  }

  private static FailureGroup view(Group group) {
    return new FailureGroup(
        group.kind(), group.reason(), group.count(), group.lastAt(), group.sample().publicId());
  }

  private static String cursor(Group group) {
    Position position = group.position();
    return ListPage.encode(position.count() + " " + position.mark() + " " + position.kind());
  }

  private static Position position(String text) {
    String[] parts = ListPage.storable(text).split(" ", 3);
    if (parts.length < 3) {
      throw new IllegalArgumentException();
    }
    return new Position(Long.parseLong(parts[0]), parts[2], parts[1]);
  }
}
