package dev.edgewise.server.http.access;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import dev.edgewise.api.SessionView;
import dev.edgewise.api.SignIn;
import dev.edgewise.server.access.KeyAuthentication;
import dev.edgewise.server.access.Principal;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Gate;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.SessionCookie;
import dev.edgewise.server.store.access.WorkspaceName;
import dev.edgewise.server.store.access.Workspaces;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The routes by which a browser signs in and out, and learns whose session it has. */
public final class SessionRoutes {
  private final @Nullable KeyAuthentication authentication;
  private final Workspaces workspaces;
  private final boolean secure;

  /**
   * @param authentication null when authentication is off
   * @param secure whether browsers reach the server over TLS, also when requests come without it
   */
  public SessionRoutes(
      @Nullable KeyAuthentication authentication, Workspaces workspaces, boolean secure) {
    this.authentication = authentication;
    this.workspaces = workspaces;
    this.secure = secure;
  }

  public List<Route> routes() {
    return List.of(
        Route.post("/v1/session", "Sign a browser in with a key; the answer sets a cookie")
            .open()
            .operation("signIn")
            .takes(SignIn.class)
            .answers(200, SessionView.class)
            .fails(ErrorCode.UNAUTHENTICATED, ErrorCode.TOO_MANY_REQUESTS)
            .by(this::signIn),
        Route.get("/v1/session", "Who sends the request, and what they may do")
            .scope(Scope.values())
            .operation("getSession")
            .answers(200, SessionView.class)
            .by(request -> answer(request.principal())),
        Route.delete("/v1/session", "Sign a browser out")
            .open()
            .operation("signOut")
            .answers(204)
            .by(this::signOut));
  }

  private Answer signIn(Request request) {
    if (authentication == null) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST, "This server runs without authentication: no key is needed.");
    }
    String key = request.body(SignIn.class).key();
    return switch (authentication.signIn(key.strip(), request.address())) {
      case KeyAuthentication.SignIn.Begun begun ->
          answer(begun.principal())
              .header(
                  "Set-Cookie",
                  SessionCookie.setting(begun.session(), secure || request.isSecure()));
      case KeyAuthentication.SignIn.Refused refused -> throw Gate.refusal(refused.result());
    };
  }

  private Answer signOut(Request request) {
    KeyAuthentication keys = authentication;
    if (keys != null) {
      request.cookie(SessionCookie.NAME).ifPresent(keys::signOut);
    }
    return Answer.empty(204).header("Set-Cookie", SessionCookie.REMOVAL);
  }

  private Answer answer(Principal principal) {
    String workspace =
        workspaces.name(principal.workspace()).map(WorkspaceName::toString).orElse("");
    return Answer.ok(
            new SessionView(
                principal.actor(),
                workspace,
                Arrays.stream(Scope.values()).filter(principal.scopes()::contains).toList(),
                authentication == null ? "none" : "keys"))
        .header("Cache-Control", "no-store");
  }
}
