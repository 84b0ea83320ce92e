package dev.edgewise.server.http.access;

import dev.edgewise.api.AuditEntry;
import dev.edgewise.api.AuditList;
import dev.edgewise.api.Scope;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ListPage;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.store.audit.AuditFilter;
import dev.edgewise.server.store.audit.AuditRow;
import dev.edgewise.server.store.audit.AuditTrail;
import java.time.Instant;
import java.util.List;

/** The route that lists what persons and keys changed in a workspace. */
public final class AuditRoutes {
  private final AuditTrail trail;

  public AuditRoutes(AuditTrail trail) {
    this.trail = trail;
  }

  public Route route() {
    return Route.get("/v1/audit", "What people and keys changed in the workspace, newest first")
        .scope(Scope.ADMIN)
        .operation("listAudit")
        .query("actor", String.class, "only changes by an actor whose text contains this")
        .query("action", String.class, "only this action, such as batch.submit")
        .query("target", String.class, "only changes of this id or name")
        .query("after", Instant.class, "only changes since this time")
        .query("before", Instant.class, "only changes before this time")
        .paged()
        .answers(200, AuditList.class)
        .by(this::list);
  }

  private Answer list(Request request) {
    int limit = ListPage.limit(request);
    AuditFilter filter =
        new AuditFilter(
            request.workspace(),
            request.queryText("actor").orElse(null),
            request.queryText("action").orElse(null),
            request.queryText("target").orElse(null),
            request.queryTime("after").orElse(null),
            request.queryTime("before").orElse(null),
            ListPage.cursor(request, Long::valueOf).orElse(null));
    List<AuditRow> rows = trail.list(filter, limit + 1);
    return ListPage.answer(
        rows,
        limit,
        AuditRoutes::view,
        row -> ListPage.encode(Long.toString(row.id())),
        AuditList::new);
  }

  private static AuditEntry view(AuditRow row) {
    return new AuditEntry(row.id(), row.at(), row.actor(), row.action(), row.target());
  }
}
