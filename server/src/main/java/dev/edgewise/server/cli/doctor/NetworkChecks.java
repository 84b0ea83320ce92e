package dev.edgewise.server.cli.doctor;

import dev.edgewise.server.config.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;

/**
 * Checks the address that the server would listen on and the URL under which receivers would reach
 * it.
 */
final class NetworkChecks {

  private static final String ADDRESS = "address";
  private static final String HOST_URL = "host url";

  private NetworkChecks() {}

  static CheckResult port(Settings.Http http, boolean serving) {
    var address = new InetSocketAddress(http.bindAddress(), http.port());
    if (address.isUnresolved()) {
      return CheckResult.fail(
          ADDRESS, "%s cannot be resolved: check BIND_ADDRESS".formatted(http.bindAddress()));
    }
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(address);
      return CheckResult.ok(
          ADDRESS,
          (http.port() == 0 ? "%s, on any free port" : "%s, port %d is free")
              .formatted(http.bindAddress(), http.port()));
    } catch (IOException e) {
      return serving
          ? CheckResult.ok(ADDRESS, "port %d is used by the running server".formatted(http.port()))
          : CheckResult.fail(
              ADDRESS,
              ("%s, port %d cannot be bound (%s): stop the process that uses it, or set another"
                      + " PORT or BIND_ADDRESS")
                  .formatted(http.bindAddress(), http.port(), e.getMessage()));
    }
  }

  static CheckResult hostUrl(Settings.Http http) {
    URI url = http.hostUrl();
    boolean local = isLocal(http.bindAddress());
    if (url == null) {
      return local
          ? CheckResult.ok(HOST_URL, "unset: receivers on this machine call back to localhost")
          : CheckResult.warn(
              HOST_URL,
              "unset: receivers on other machines would call back to localhost; set HOST_URL to"
                  + " the address under which they reach this machine");
    }
    if (isLocal(url.getHost()) && !local) {
      return CheckResult.warn(
          HOST_URL,
          "%s makes receivers on other machines call themselves: name this machine in HOST_URL"
              .formatted(url));
    }
    try {
      InetAddress.getByName(url.getHost());
    } catch (UnknownHostException e) {
      return CheckResult.warn(
          HOST_URL,
          "%s names a host that cannot be resolved here: check HOST_URL unless receivers can"
              .formatted(url));
    }
    return !isLocal(url.getHost()) && local
        ? CheckResult.warn(
            HOST_URL,
            ("%s leads to this machine, but the server listens on %s only: check BIND_ADDRESS"
                    + " unless a proxy is in between")
                .formatted(url, http.bindAddress()))
        : CheckResult.ok(HOST_URL, "receivers call back to %s".formatted(url));
  }

  private static boolean isLocal(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
