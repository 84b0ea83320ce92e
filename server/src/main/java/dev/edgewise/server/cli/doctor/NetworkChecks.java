package dev.edgewise.server.cli.doctor;

import dev.edgewise.server.config.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;

/** Looks at where the server would listen and how receivers of webhooks would reach it. */
final class NetworkChecks {

  private static final String ADDRESS = "address";
  private static final String HOST_URL = "host url";

  private NetworkChecks() {}

  static Finding port(Settings.Http http, boolean serving) {
    var address = new InetSocketAddress(http.bindAddress(), http.port());
    if (address.isUnresolved()) {
      return Finding.fail(
          ADDRESS,
          "%s is no address of any machine: check BIND_ADDRESS".formatted(http.bindAddress()));
    }
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(address);
      return Finding.ok(
          ADDRESS,
          (http.port() == 0 ? "%s, with whatever port is free" : "%s, port %d is free")
              .formatted(http.bindAddress(), http.port()));
    } catch (IOException e) {
      return serving
          ? Finding.ok(ADDRESS, "port %d is taken while a server runs here".formatted(http.port()))
          : Finding.fail(
              ADDRESS,
              ("%s, port %d cannot be listened on (%s): stop what listens there, or choose another"
                      + " PORT or BIND_ADDRESS")
                  .formatted(http.bindAddress(), http.port(), e.getMessage()));
    }
  }

  static Finding hostUrl(Settings.Http http) {
    URI url = http.hostUrl();
    boolean local = isLocal(http.bindAddress());
    if (url == null) {
      return local
          ? Finding.ok(HOST_URL, "unset: receivers on this machine are told to call localhost")
          : Finding.warn(
              HOST_URL,
              "unset: receivers on other machines would be told to call localhost; set HOST_URL to"
                  + " how they reach this one");
    }
    if (isLocal(url.getHost()) && !local) {
      return Finding.warn(
          HOST_URL,
          "%s leads receivers on other machines to themselves: name this machine".formatted(url));
    }
    try {
      InetAddress.getByName(url.getHost());
    } catch (UnknownHostException e) {
      return Finding.warn(
          HOST_URL,
          "%s names a host that is not known here: check HOST_URL unless receivers know it"
              .formatted(url));
    }
    return !isLocal(url.getHost()) && local
        ? Finding.warn(
            HOST_URL,
            ("%s leads to this machine, but the server would listen on %s only: check BIND_ADDRESS"
                    + " unless a proxy is in between")
                .formatted(url, http.bindAddress()))
        : Finding.ok(HOST_URL, "receivers are told to call %s".formatted(url));
  }

  private static boolean isLocal(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
