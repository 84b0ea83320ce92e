package dev.edgewise.server.http.wait;

import dev.edgewise.api.ApprovalDecision;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.OpenApproval;
import dev.edgewise.api.PatchAnswer;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.FormBody;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.store.DeliveryTokens;
import dev.edgewise.server.store.DeliveryTokens.Approval;
import java.util.List;

/**
 * The page behind the link to an approval. The link is a capability: who has it may decide, without
 * a key. Reading the page changes nothing, because programs open links, too, such as mail scanners
 * and previews.
 */
public final class ApprovalLinks {
  /** Who decides, for the ledger; the name in the form is only claimed. */
  private static final String ACTOR = "approval-link";

  private static final String PATH = "/v1/approvals/{token}";

  private final DeliveryTokens tokens;
  private final ApprovalDecisions decisions;

  public ApprovalLinks(DeliveryTokens tokens, ApprovalDecisions decisions) {
    this.tokens = tokens;
    this.decisions = decisions;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, "What the link to an approval asks for: a page, or JSON")
            .open()
            .operation("getApproval")
            .withSecretPath()
            .answers(200, OpenApproval.class)
            .fails(ErrorCode.APPROVAL_NOT_FOUND, ErrorCode.WRONG_STATE)
            .by(this::show),
        Route.post(PATH, "Approve or reject through the link")
            .open()
            .operation("decideApprovalByLink")
            .withSecretPath()
            .withForm()
            .takes(ApprovalDecision.class)
            .answers(200, PatchAnswer.class)
            .fails(ErrorCode.APPROVAL_NOT_FOUND, ErrorCode.WRONG_STATE)
            .by(this::decide));
  }

  private Answer show(Request request) {
    if (!wantsPage(request)) {
      Approval approval = approval(request);
      return Answer.ok(ApprovalRoutes.view(decisions.open(approval.task(), approval.token())))
          .header("Cache-Control", "no-store");
    }
    try {
      Approval approval = approval(request);
      return ApprovalPage.of(decisions.open(approval.task(), approval.token()), "");
    } catch (ApiException e) {
      return ApprovalPage.problem(e);
    }
  }

  private Answer decide(Request request) {
    String body = FormBody.text(request, Limits.APPROVAL_DECISION_MAX_BYTES);
    // Command line tools declare JSON as a form unless they are told otherwise.
    if (!FormBody.isDeclared(request) || body.stripLeading().startsWith("{")) {
      return Answer.ok(decided(approval(request), Wire.read(body, ApprovalDecision.class)));
    }
    try {
      Approval approval = approval(request);
      return decided(approval, body);
    } catch (ApiException e) {
      return ApprovalPage.problem(e);
    }
  }

  private Answer decided(Approval approval, String form) {
    try {
      ApprovalDecision decision = DecisionForm.read(form);
      decided(approval, decision);
      return ApprovalPage.decided(decision);
    } catch (ApiException e) {
      if (e.code() != ErrorCode.INVALID_REQUEST) {
        throw e;
      }
      return ApprovalPage.of(
          decisions.open(approval.task(), approval.token()), String.join("; ", e.details()));
    }
  }

  private PatchAnswer decided(Approval approval, ApprovalDecision decision) {
    return decisions.decide(approval.task(), approval.token(), ACTOR, decision);
  }

  private static boolean wantsPage(Request request) {
    return request.header("Accept").filter(accept -> accept.contains("text/html")).isPresent();
  }

  private Approval approval(Request request) {
    Approval approval = tokens.approval(request.path("token"));
    if (approval == null) {
      throw ApiException.of(
          ErrorCode.APPROVAL_NOT_FOUND, "The link is not complete, or it was never valid.");
    }
    return approval;
  }
}
