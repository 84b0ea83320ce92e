package dev.edgewise.server.calls;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Trigger;
import dev.edgewise.server.calls.Calls.CallRequest;
import dev.edgewise.server.store.DeliveryTokens;
import dev.edgewise.server.webhook.Redaction;
import java.net.URI;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The links that the on_start calls of waits may contain. Whoever has such a link can decide about
 * the approval, so what a call returns must not show it.
 *
 * @param hostUrl the base URL under which receivers reach this server
 */
record ApprovalLinks(DeliveryTokens tokens, Supplier<URI> hostUrl) {

  /** Returns the link for a call; null unless it is the on_start call of a wait. */
  @Nullable String of(CallRequest request) {
    return isOfWait(request) ? hostUrl.get() + "/v1/approvals/" + token(request) : null;
  }

  /** Returns what masks the link in the reply to a call. */
  Redaction redaction(CallRequest request) {
    return isOfWait(request) ? Redaction.of(token(request)) : Redaction.NONE;
  }

  private String token(CallRequest request) {
    TaskKey task = request.delivery().task();
    Token token = request.token();
    return tokens.approval(task, token);
  }

  private static boolean isOfWait(CallRequest request) {
    return request.held() == null && request.delivery().trigger() == Trigger.START;
  }
}
