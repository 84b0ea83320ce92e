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
 * The hosts that requests to this server may name: localhost, loopback addresses, the address that
 * the connection came to, and what the configuration names.
 *
 * <p>A page can make a browser believe that the page's own name leads to this server (DNS
 * rebinding), so a name says whose page it is that speaks; an address says nothing of the kind.
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
   * Whether a Host header names one of them.
   *
   * @param local where the connection came to
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

  /** What stands before the port. */
  private static String host(String authority) {
    int bracket = authority.indexOf(']');
    int colon = authority.indexOf(':', Math.max(bracket, 0));
    return colon < 0 ? authority : authority.substring(0, colon);
  }

  /** A name as it is compared: in lower case, and without the dot or the brackets around it. */
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
