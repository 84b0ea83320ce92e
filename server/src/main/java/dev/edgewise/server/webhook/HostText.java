package dev.edgewise.server.webhook;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parses IP addresses in the host part of URLs, in every spelling that some HTTP client accepts.
 */
final class HostText {

  private static final Pattern NUMBER = Pattern.compile("[0-9]+|0[xX][0-9a-fA-F]*");
  private static final long ADDRESSES = 1L << 32;
  private static final int MAX_PARTS = 4;

  private HostText() {}

  /**
   * Returns the address that a host spells out; empty for a name.
   *
   * @throws IllegalArgumentException for a malformed address
   */
  static Optional<InetAddress> address(String host) {
    if (host.startsWith("[")) {
      return Optional.of(version6(host.substring(1, host.length() - 1)));
    }
    String[] parts = host.split("\\.", -1);
    if (!NUMBER.matcher(parts[parts.length - 1]).matches()) {
      return Optional.empty();
    }
    return Optional.of(version4(host, parts));
  }

  /**
   * Parses one to four numbers, each decimal, octal or hexadecimal. The last number fills the
   * remaining bytes: 127.1 is 127.0.0.1.
   */
  private static InetAddress version4(String host, String[] parts) {
    if (parts.length > MAX_PARTS) {
      throw new IllegalArgumentException(host + " is not an address");
    }
    long address = 0;
    for (int i = 0; i < parts.length; i++) {
      boolean last = i == parts.length - 1;
      long room = last ? ADDRESSES >> (8 * i) : 256;
      long number = number(host, parts[i]);
      if (number >= room) {
        throw new IllegalArgumentException(host + " is not an address");
      }
      address |= last ? number : number << (24 - 8 * i);
    }
    return of(
        new byte[] {
          (byte) (address >> 24), (byte) (address >> 16), (byte) (address >> 8), (byte) address
        });
  }

  private static long number(String host, String part) {
    if (!NUMBER.matcher(part).matches()) {
      throw new IllegalArgumentException(host + " is not an address");
    }
    boolean hexadecimal = part.startsWith("0x") || part.startsWith("0X");
    String digits = hexadecimal ? part.substring(2) : part;
    try {
      return digits.isEmpty()
          ? 0
          : Long.parseLong(digits, hexadecimal ? 16 : digits.startsWith("0") ? 8 : 10);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(host + " is not an address", e);
    }
  }

  private static InetAddress version6(String text) {
    if (text.contains("%")) {
      throw new IllegalArgumentException("an address with a zone reaches only the own network");
    }
    InetAddress address;
    try {
      address = Inet6Address.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("[" + text + "] is not an address", e);
    }
    if (!(address instanceof Inet6Address)) {
      throw new IllegalArgumentException("[" + text + "] is an address that wraps another one");
    }
    return address;
  }

  private static InetAddress of(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
