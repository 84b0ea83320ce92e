package dev.edgewise.server.webhook;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parsed and normalised URL of a webhook.
 *
 * @param uri the URL with the normalised host
 * @param host the host in lower case without a trailing dot; an address in its canonical spelling
 * @param address the address that the host spells out; null for a name
 */
record Target(URI uri, String host, @Nullable InetAddress address) {

  private static final Pattern AUTHORITY =
      Pattern.compile("(\\[[0-9a-fA-F:.%]*]|[a-zA-Z0-9.-]+)(?::([0-9]{1,5}))?");
  private static final Pattern NAME =
      Pattern.compile("([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)*[a-z]([a-z0-9-]*[a-z0-9])?");
  private static final int MAX_PORT = 65_535;

  /** The endpoint of a connection. Calls to the same origin can share connections. */
  record Origin(boolean secure, String host, int port) {

    /** Whether the port is the default of the scheme. */
    boolean defaultPort() {
      return port == defaultPort(secure);
    }

    private static int defaultPort(boolean secure) {
      return secure ? 443 : 80;
    }
  }

  /**
   * Parses a URL.
   *
   * @throws IllegalArgumentException with the reason, when webhooks cannot call the URL
   */
  static Target of(String url) {
    URI uri = parsed(url);
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException("its scheme must be http or https");
    }
    String authority = uri.getRawAuthority();
    if (authority == null) {
      throw new IllegalArgumentException("it names no host");
    }
    if (authority.contains("@")) {
      throw new IllegalArgumentException(
          "it must not carry a user or password; use an Authorization header");
    }
    Matcher parts = AUTHORITY.matcher(authority);
    if (!parts.matches()) {
      throw new IllegalArgumentException(authority + " is not a host");
    }
    String port = parts.group(2);
    if (port != null && (Integer.parseInt(port) == 0 || Integer.parseInt(port) > MAX_PORT)) {
      throw new IllegalArgumentException(port + " is not a port");
    }
    String given = parts.group(1).toLowerCase(Locale.ROOT);
    String host = given.endsWith(".") ? given.substring(0, given.length() - 1) : given;
    Optional<InetAddress> address = HostText.address(host);
    if (address.isEmpty() && !NAME.matcher(host).matches()) {
      throw new IllegalArgumentException(host + " is not a host name");
    }
    String plain = address.map(Target::plain).orElse(host);
    return new Target(rebuilt(uri, scheme, plain, port), plain, address.orElse(null));
  }

  /** Returns the endpoint to connect to. */
  Origin origin() {
    boolean secure = uri.getScheme().equals("https");
    int port = uri.getPort();
    return new Origin(secure, host, port == -1 ? Origin.defaultPort(secure) : port);
  }

  /** Returns the host without the brackets around IPv6 addresses. */
  String bareHost() {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private static URI parsed(String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("it is not a URL: " + e.getReason(), e);
    }
  }

  private static String plain(InetAddress address) {
    String text = address.getHostAddress();
    return text.contains(":") ? "[" + text + "]" : text;
  }

  private static URI rebuilt(URI uri, String scheme, String host, @Nullable String port) {
    var text = new StringBuilder(scheme).append("://").append(host);
    if (port != null) {
      text.append(':').append(port);
    }
    text.append(uri.getRawPath().isEmpty() ? "/" : uri.getRawPath());
    if (uri.getRawQuery() != null) {
      text.append('?').append(uri.getRawQuery());
    }
    return URI.create(text.toString());
  }
}
