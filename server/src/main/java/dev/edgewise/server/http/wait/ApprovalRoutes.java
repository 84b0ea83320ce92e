package dev.edgewise.server.http.wait;

import dev.edgewise.api.ApprovalDecision;
import dev.edgewise.api.ApprovalList;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.OpenApproval;
import dev.edgewise.api.PatchAnswer;
import dev.edgewise.api.Scope;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ListPage;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.Times;
import dev.edgewise.server.store.wait.Approvals;
import dev.edgewise.server.store.wait.Approvals.Open;
import dev.edgewise.server.store.wait.Approvals.Position;
import java.util.List;
import java.util.UUID;

/** The routes that list approvals and decide about them, for holders of keys. */
public final class ApprovalRoutes {
  private final Approvals approvals;
  private final ApprovalDecisions decisions;

  public ApprovalRoutes(Approvals approvals, ApprovalDecisions decisions) {
    this.approvals = approvals;
    this.decisions = decisions;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/v1/approvals", "The approvals that tasks wait for, oldest first")
            .scope(Scope.READ)
            .operation("listApprovals")
            .paged()
            .answers(200, ApprovalList.class)
            .by(this::list),
        Route.post("/v1/tasks/{id}/approval", "Approve or reject what a task waits for")
            .scope(Scope.OPERATE)
            .operation("decideApproval")
            .takes(ApprovalDecision.class)
            .answers(200, PatchAnswer.class)
            .fails(ErrorCode.TASK_NOT_FOUND, ErrorCode.WRONG_STATE)
            .by(this::decide));
  }

  private Answer list(Request request) {
    int limit = ListPage.limit(request);
    Position after = ListPage.cursor(request, ApprovalRoutes::position).orElse(null);
    List<Open> rows = approvals.list(request.workspace(), after, limit + 1);
    return ListPage.answer(
        rows, limit, ApprovalRoutes::view, ApprovalRoutes::cursor, ApprovalList::new);
  }

  private static String cursor(Open row) {
    return ListPage.encode(row.since() + " " + row.task().publicId());
  }

  private static Position position(String text) {
    int space = text.indexOf(' ');
    if (space < 0) {
      throw new IllegalArgumentException();
    }
    return new Position(
        Times.read(text.substring(0, space)),
        TaskKey.of(UUID.fromString(text.substring(space + 1))));
  }

  private Answer decide(Request request) {
    TaskKey task = request.task();
    ApprovalDecision given = request.body(ApprovalDecision.class);
    String actor = request.principal().actor();
    ApprovalDecision decision =
        given.by() == null ? new ApprovalDecision(given.decision(), actor, given.comment()) : given;
    return Answer.ok(decisions.decide(task, null, actor, decision));
  }

  static OpenApproval view(Open open) {
    return new OpenApproval(
        open.task().publicId(),
        open.name(),
        open.kind(),
        open.task().batchId(),
        open.batchName(),
        open.title(),
        open.text(),
        open.since(),
        open.due(),
        open.paused());
  }
}
