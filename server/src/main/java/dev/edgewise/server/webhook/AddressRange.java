package dev.edgewise.server.webhook;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A block of addresses that the public Internet does not route, with the kind of address it holds.
 *
 * @param bits how many leading bits the addresses of the block share
 */
record AddressRange(InetAddress first, int bits, String purpose) {

  private static final String LOOPBACK = "a loopback address";

  private static final String PRIVATE = "a private address";
  private static final String LINK_LOCAL = "a link-local address";
  private static final String MULTICAST = "a multicast address";
  private static final String RESERVED = "a reserved address";
  private static final String TRANSITION = "an address that wraps another one";

  /** The IPv4 blocks that IANA's special-purpose registry lists as not globally reachable. */
  private static final List<AddressRange> VERSION_4 =
      List.of(
          range("0.0.0.0/8", "an unspecified address"),
          range("10.0.0.0/8", PRIVATE),
          range("100.64.0.0/10", "a carrier's shared address"),
          range("127.0.0.0/8", LOOPBACK),
          range("169.254.0.0/16", LINK_LOCAL),
          range("172.16.0.0/12", PRIVATE),
          range("192.0.0.0/24", RESERVED),
          range("192.0.2.0/24", RESERVED),
          range("192.88.99.0/24", RESERVED),
          range("192.168.0.0/16", PRIVATE),
          range("198.18.0.0/15", RESERVED),
          range("198.51.100.0/24", RESERVED),
          range("203.0.113.0/24", RESERVED),
          range("224.0.0.0/4", MULTICAST),
          range("240.0.0.0/4", RESERVED));

  private static final List<AddressRange> VERSION_6 =
      List.of(
          range("::1/128", LOOPBACK),
          range("::/128", "an unspecified address"),
          range("fc00::/7", "a unique-local address"),
          range("fe80::/10", LINK_LOCAL),
          range("fec0::/10", "a site-local address"),
          range("ff00::/8", MULTICAST),
          range("2001::/23", RESERVED),
          range("2001:db8::/32", RESERVED),
          range("2002::/16", TRANSITION),
          range("3fff::/20", RESERVED));

  private static final AddressRange GLOBAL_UNICAST = range("2000::/3", "global unicast");

  /** Networks without IPv4 reach IPv4 hosts through this prefix. */
  private static final AddressRange NAT64 = range("64:ff9b::/96", TRANSITION);

  private static AddressRange range(String text, String purpose) {
    int slash = text.indexOf('/');
    return new AddressRange(
        InetAddress.ofLiteral(text.substring(0, slash)),
        Integer.parseInt(text.substring(slash + 1)),
        purpose);
  }

  /** Returns the kind of a non-public address; empty for a public address. */
  static Optional<String> objection(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length == 4) {
      return find(VERSION_4, bytes);
    }
    if (NAT64.contains(bytes)) {
      return find(VERSION_4, Arrays.copyOfRange(bytes, 12, 16));
    }
    return find(VERSION_6, bytes)
        .or(() -> GLOBAL_UNICAST.contains(bytes) ? Optional.empty() : Optional.of(RESERVED));
  }

  private static Optional<String> find(List<AddressRange> ranges, byte[] address) {
    return ranges.stream()
        .filter(range -> range.contains(address))
        .map(AddressRange::purpose)
        .findFirst();
  }

  private boolean contains(byte[] address) {
    byte[] prefix = first.getAddress();
    if (prefix.length != address.length) {
      return false;
    }
    for (int i = 0; i < bits; i++) {
      int mask = 0x80 >> (i % 8);
      if (((prefix[i / 8] ^ address[i / 8]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
