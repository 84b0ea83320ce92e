package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import dev.edgewise.server.access.Authentication;
import dev.edgewise.server.access.Authentication.Result;
import dev.edgewise.server.access.Credentials;
import dev.edgewise.server.access.Principal;
import dev.edgewise.server.config.Secret;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.http.ServerRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Admits a request to its route, or refuses it before its body is read. */
public final class Gate {
  private static final HeaderName WORKSPACE = HeaderNames.create("X-Workspace");
  private static final Access.Scoped READING = new Access.Scoped(List.of(Scope.READ), false);
  private static final String BEARER = "Bearer ";

  private final Authentication authentication;
  private final @Nullable Secret metricsToken;

  /**
   * @param metricsToken admits to the metrics; null when none is set
   */
  public Gate(Authentication authentication, @Nullable Secret metricsToken) {
    this.authentication = authentication;
    this.metricsToken = metricsToken;
  }

  /** A gate that admits every request to everything. */
  static Gate openToAll() {
    return new Gate(Authentication.NONE, null);
  }

  /**
   * Returns the sender of a request; null if the route is open to everybody.
   *
   * @throws ApiException with 401 or 403 when the request is refused
   */
  @Nullable Principal admit(Request request, Route route) {
    return switch (route.access()) {
      case Access.Open _ -> null;
      case Access.Metrics _ ->
          isMetricsToken(request.in()) ? Principal.SCRAPER : scoped(request, READING);
      case Access.Scoped scoped -> scoped(request, scoped);
    };
  }

  /** Whether a request that was admitted would be admitted again: its key may have ended since. */
  boolean stillAdmits(Request request, Route route) {
    try {
      admit(request, route);
      return true;
    } catch (ApiException e) {
      if (e.code() == ErrorCode.AUTHENTICATION_UNAVAILABLE) {
        throw e;
      }
      return false;
    }
  }

  private Principal scoped(Request request, Access.Scoped access) {
    Credentials credentials = credentials(request, access.orToken());
    Principal principal = principal(authentication.authenticate(credentials), credentials);
    if (access.anyOf().stream().noneMatch(principal::has)) {
      throw missing(access.anyOf());
    }
    return principal;
  }

  private static Principal principal(Result result, Credentials credentials) {
    if (result instanceof Result.Known(Principal principal)) {
      return principal;
    }
    ApiException refusal = refusal(result);
    boolean deadSession = result instanceof Result.Invalid && credentials.bearer() == null;
    throw deadSession && credentials.session() != null
        ? refusal.header("Set-Cookie", SessionCookie.REMOVAL)
        : refusal;
  }

  /** The error for a request whose sender is not known. */
  public static ApiException refusal(Result result) {
    return switch (result) {
      case Result.Known _ -> throw new IllegalArgumentException("The sender is known");
      case Result.Missing _ ->
          unauthenticated(
              "Send a key: Authorization: Bearer ew_... The command `edgewise key create`"
                  + " creates one.");
      case Result.Invalid(_, String why) ->
          unauthenticated("The credentials are not valid: " + why + ".");
      case Result.Throttled(int seconds) -> ApiException.throttled(seconds);
      case Result.Undecided(String why) ->
          ApiException.of(ErrorCode.AUTHENTICATION_UNAVAILABLE, why);
      case Result.WorkspaceRefused _ ->
          ApiException.of(ErrorCode.FORBIDDEN, "The header X-Workspace needs the scope admin.");
      case Result.WorkspaceUnknown _ ->
          ApiException.of(
              ErrorCode.WORKSPACE_NOT_FOUND, "There is no workspace of the name in X-Workspace.");
      case Result.InvalidWorkspace(String why) ->
          ApiException.invalid(List.of("X-Workspace: " + why));
    };
  }

  /** The error for a principal without the scope that a request needs. */
  static ApiException missing(List<Scope> scopes) {
    return ApiException.of(
        ErrorCode.FORBIDDEN,
        "The request needs the scope "
            + scopes.stream().map(Scope::wireName).collect(Collectors.joining(" or "))
            + ".");
  }

  private static ApiException unauthenticated(String detail) {
    return ApiException.of(ErrorCode.UNAUTHENTICATED, detail);
  }

  private boolean isMetricsToken(ServerRequest request) {
    String bearer = bearer(request.headers());
    return metricsToken != null
        && bearer != null
        && MessageDigest.isEqual(bytes(metricsToken.reveal()), bytes(bearer));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Credentials credentials(Request request, boolean orToken) {
    ServerRequestHeaders headers = request.in().headers();
    Credentials.Capability capability =
        orToken
            ? request
                .query("token")
                .map(token -> new Credentials.Capability(request.pathUuid("id"), token))
                .orElse(null)
            : null;
    return new Credentials(
        bearer(headers),
        request.cookie(SessionCookie.NAME).orElse(null),
        capability,
        headers.first(WORKSPACE).orElse(null),
        request.address());
  }

  private static @Nullable String bearer(ServerRequestHeaders headers) {
    return headers
        .first(HeaderNames.AUTHORIZATION)
        .filter(value -> value.regionMatches(true, 0, BEARER, 0, BEARER.length()))
        .map(value -> value.substring(BEARER.length()).strip())
        .orElse(null);
  }
}
