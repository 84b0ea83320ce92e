package dev.edgewise.server.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HexFormat;

/** Names the client behind a connection, so that its failures can be counted. */
final class ClientAddress {
  /** One client may use any address of an IPv6 network. */
  private static final int IPV6_NETWORK_BYTES = 8;

  private ClientAddress() {}

  static String of(SocketAddress peer) {
    if (!(peer instanceof InetSocketAddress socket) || socket.getAddress() == null) {
      return "unknown";
    }
    InetAddress address = socket.getAddress();
    return address instanceof Inet6Address
        ? HexFormat.of().formatHex(address.getAddress(), 0, IPV6_NETWORK_BYTES)
        : address.getHostAddress();
  }
}
