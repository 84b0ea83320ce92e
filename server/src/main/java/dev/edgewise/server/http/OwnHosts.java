package dev.edgewise.server.http;

import dev.edgewise.server.config.Settings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that a request may name: localhost, loopback addresses, the local address of the
 * connection, and the configured host names.
 *
 * <p>This prevents DNS rebinding: a web page can make its own host name resolve to this server, but
 * the browser still sends that name in the Host header. Addresses cannot be rebound, so they are
 * safe.
 */
final class OwnHosts {
  private final Set<String> names = new HashSet<>();

  OwnHosts(Settings.Http settings) {
    names.add("localhost");
    names.add(name(settings.bindAddress()));
    URI hostUrl = settings.hostUrl();
    if (hostUrl != null) {
      names.add(name(hostUrl.getHost()));
    }
    settings.allowedHosts().forEach(host -> names.add(name(host)));
  }

  /**
   * Whether the value of a Host header is one of these hosts.
   *
   * @param local the local address of the connection
   */
  boolean contain(String authority, SocketAddress local) {
    String host = name(host(authority));
    if (names.contains(host)) {
      return true;
    }
    InetAddress address = literal(host);
    return address != null
        && (address.isLoopbackAddress()
            || (local instanceof InetSocketAddress own && address.equals(own.getAddress())));
  }

  /** The host without the port. */
  private static String host(String authority) {
    int bracket = authority.indexOf(']');
    int colon = authority.indexOf(':', Math.max(bracket, 0));
    return colon < 0 ? authority : authority.substring(0, colon);
  }

  /** A host name in the form used for comparison: lower case, without brackets and final dot. */
  private static String name(String host) {
    String bare = host.strip().toLowerCase(Locale.ROOT);
    if (bare.startsWith("[") && bare.endsWith("]")) {
      return bare.substring(1, bare.length() - 1);
    }
    return bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare;
  }

  private static @Nullable InetAddress literal(String host) {
    try {
      return InetAddress.ofLiteral(host);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
