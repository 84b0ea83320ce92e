package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import dev.edgewise.server.access.Authentication;
import dev.edgewise.server.access.Authentication.Result;
import dev.edgewise.server.access.Credentials;
import dev.edgewise.server.access.Principal;
import dev.edgewise.server.config.Secret;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Admits a request to its route, or refuses it before its body is read. */
public final class Gate {
  /** The name of the cookie with the session ID of a browser. */
  public static final String COOKIE = "edgewise_session";

  private static final String BEARER = "Bearer ";

  private final Authentication authentication;
  private final BiPredicate<UUID, String> tokens;
  private final @Nullable Secret metricsToken;

  /**
   * @param tokens whether a text is a delivery token of the task
   * @param metricsToken admits to the metrics; null when none is set
   */
  public Gate(
      Authentication authentication,
      BiPredicate<UUID, String> tokens,
      @Nullable Secret metricsToken) {
    this.authentication = authentication;
    this.tokens = tokens;
    this.metricsToken = metricsToken;
  }

  /** A gate that admits every request to everything. */
  static Gate openToAll() {
    return new Gate(Authentication.NONE, (_, _) -> true, null);
  }

  /**
   * Returns the sender of a request; null if the route is open to everybody.
   *
   * @throws ApiException with 401 or 403 when the request is refused
   */
  @Nullable Principal admit(Request request, Route route) {
    return switch (route.access()) {
      case Access.Open _ -> null;
      case Access.Metrics _ -> isMetricsToken(request.in()) ? null : scoped(request, READING);
      case Access.Scoped scoped -> scoped(request, scoped);
    };
  }

  private static final Access.Scoped READING = new Access.Scoped(List.of(Scope.READ), false);

  private Principal scoped(Request request, Access.Scoped access) {
    Credentials credentials = credentials(request.in());
    if (access.orToken() && !credentials.present()) {
      String token = request.query("token").orElse(null);
      // Without authentication a token that is not the task's is the handler's to refuse.
      if (token != null && authentication.isOn()) {
        return holder(request, token);
      }
    }
    Principal principal = principal(authentication.authenticate(credentials));
    if (access.anyOf().stream().noneMatch(principal::has)) {
      throw missing(access.anyOf());
    }
    return principal;
  }

  private Principal holder(Request request, String token) {
    UUID taskId = request.pathUuid("id");
    if (taskId == null || !tokens.test(taskId, token)) {
      throw unauthenticated("The request has no key, and its token is not valid here.");
    }
    return Principal.holderOf(taskId);
  }

  private static Principal principal(Result result) {
    return switch (result) {
      case Result.Known(Principal principal) -> principal;
      case Result.Missing _ ->
          throw unauthenticated(
              "Send a key: Authorization: Bearer ew_... The command `edgewise key create` makes"
                  + " one.");
      case Result.Invalid(String why) ->
          throw unauthenticated("The credentials are not valid: " + why + ".");
      case Result.WrongWorkspace(String why) -> throw ApiException.of(ErrorCode.FORBIDDEN, why);
      case Result.Throttled(int seconds) -> throw ApiException.throttled(seconds);
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

  static Credentials credentials(ServerRequest request) {
    ServerRequestHeaders headers = request.headers();
    SocketAddress peer = request.remotePeer().address();
    return new Credentials(
        bearer(headers),
        headers.cookies().first(COOKIE).orElse(null),
        headers.first(HeaderNames.create("X-Workspace")).orElse(null),
        peer instanceof InetSocketAddress address
            ? address.getAddress().getHostAddress()
            : "unknown");
  }

  private static @Nullable String bearer(ServerRequestHeaders headers) {
    return headers
        .first(HeaderNames.AUTHORIZATION)
        .filter(value -> value.regionMatches(true, 0, BEARER, 0, BEARER.length()))
        .map(value -> value.substring(BEARER.length()).strip())
        .orElse(null);
  }
}
