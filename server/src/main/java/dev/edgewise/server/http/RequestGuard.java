package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.input.JsonText;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.http.ServerRequest;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that a web page of another site makes a browser send. Such a page can send
 * requests to any server that the visitor's machine can reach, but the browser adds {@code Host},
 * {@code Origin} and {@code Sec-Fetch-Site}, which the page cannot forge. Other clients send only
 * {@code Host} and are not affected.
 */
final class RequestGuard {
  private static final HeaderName FETCH_SITE = HeaderNames.create("Sec-Fetch-Site");
  private static final HeaderName FETCH_MODE = HeaderNames.create("Sec-Fetch-Mode");
  private static final HeaderName FETCH_DEST = HeaderNames.create("Sec-Fetch-Dest");
  private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");
  private static final Set<String> OTHER_SITES = Set.of("cross-site", "same-site");

  private final OwnHosts hosts;
  private final @Nullable String ownOrigin;

  RequestGuard(Settings.Http settings) {
    hosts = new OwnHosts(settings);
    URI hostUrl = settings.hostUrl();
    ownOrigin =
        hostUrl == null ? null : origin(hostUrl.getScheme() + "://" + hostUrl.getRawAuthority());
  }

  /**
   * @param route null when no route has the path and method
   * @throws ApiException when the request is refused
   */
  void check(ServerRequest request, @Nullable Route route, ClientConnection connection) {
    ServerRequestHeaders headers = request.headers();
    String host = host(headers, connection);
    if (route == null || !route.has(Route.Trait.ANY_HOST)) {
      checkHost(host, request);
    }
    if (fromAnotherSite(request.prologue().method().text(), headers, host)) {
      throw ApiException.of(
          ErrorCode.FOREIGN_SITE,
          "A web page of another site sent this request. Only this server's own page and clients"
              + " that are not browsers may send it.");
    }
    if (fromBrowser(headers)
        && request.content().hasEntity()
        && !saysJson(headers)
        && !(route != null && route.has(Route.Trait.FORM) && saysForm(headers))) {
      throw ApiException.of(
          ErrorCode.UNSUPPORTED_MEDIA_TYPE,
          "A request body sent by a browser must have Content-Type: application/json.");
    }
  }

  /** The host in the request target, or else in the Host header; HTTP/1.0 needs neither. */
  private static String host(ServerRequestHeaders headers, ClientConnection connection) {
    List<String> given = headers.all(HeaderNames.HOST, List::of);
    String target = connection.reader().authority();
    if (given.isEmpty() && connection.reader().http10()) {
      return target == null ? "localhost" : target;
    }
    if (given.size() != 1 || given.getFirst().isBlank()) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST, "A request must have exactly one Host header.");
    }
    return target == null ? given.getFirst().strip() : target;
  }

  private void checkHost(String host, ServerRequest request) {
    if (!hosts.contain(host, request.localPeer().address())) {
      throw ApiException.of(
          ErrorCode.MISDIRECTED_REQUEST,
          "This server does not serve the host %s. If that is one of its names, add it to"
                  .formatted(JsonText.quoted(host))
              + " ALLOWED_HOSTS, or set HOST_URL.");
    }
  }

  /** Whether a page of another site sent the request; following a link is allowed. */
  private boolean fromAnotherSite(String method, ServerRequestHeaders headers, String host) {
    boolean otherSite = OTHER_SITES.contains(value(headers, FETCH_SITE).toLowerCase(Locale.ROOT));
    if (SAFE_METHODS.contains(method)) {
      return otherSite && !value(headers, FETCH_MODE).equalsIgnoreCase("navigate");
    }
    return otherSite
        || (headers.contains(HeaderNames.ORIGIN)
            && isForeign(value(headers, HeaderNames.ORIGIN), host));
  }

  private boolean isForeign(String given, String host) {
    String origin = origin(given);
    int scheme = origin.indexOf("://");
    return scheme < 0
        || !(origin.equals(ownOrigin)
            || origin.equals(origin(origin.substring(0, scheme + 3) + host)));
  }

  /** An origin in the form used for comparison: lower case, without the default port. */
  private static String origin(String text) {
    String origin = text.strip().toLowerCase(Locale.ROOT);
    if (origin.startsWith("http://") && origin.endsWith(":80")) {
      return origin.substring(0, origin.length() - ":80".length());
    }
    return origin.startsWith("https://") && origin.endsWith(":443")
        ? origin.substring(0, origin.length() - ":443".length())
        : origin;
  }

  private static boolean fromBrowser(ServerRequestHeaders headers) {
    return headers.contains(HeaderNames.ORIGIN)
        || headers.contains(FETCH_SITE)
        || headers.contains(FETCH_MODE)
        || headers.contains(FETCH_DEST);
  }

  /**
   * Whether the body is declared as JSON. A page of another site can do that only after a preflight
   * request, which this server refuses.
   */
  private static boolean saysJson(ServerRequestHeaders headers) {
    String lower = mediaType(headers);
    return lower.equals("application/json")
        || (lower.startsWith("application/") && lower.endsWith("+json"));
  }

  /** Whether the body is declared as the fields of a form. */
  static boolean saysForm(ServerRequestHeaders headers) {
    return mediaType(headers).equals("application/x-www-form-urlencoded");
  }

  private static String mediaType(ServerRequestHeaders headers) {
    String type = value(headers, HeaderNames.CONTENT_TYPE).split(";", 2)[0].strip();
    return type.toLowerCase(Locale.ROOT);
  }

  private static String value(ServerRequestHeaders headers, HeaderName name) {
    return headers.contains(name) ? headers.get(name).get() : "";
  }
}
