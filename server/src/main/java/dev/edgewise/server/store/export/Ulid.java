package dev.edgewise.server.store.export;

import java.math.BigInteger;
import java.util.Locale;

/** ULIDs: 128 bits as 26 digits that sort like the bits. */
final class Ulid {
  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int LENGTH = 26;
  private static final int BITS_PER_DIGIT = 5;
  private static final int HEX = 16;

  private Ulid() {}

  /** The ULID of a text that is one already, a UUID, or 32 hexadecimal digits. */
  static String of(String text) {
    if (text.length() == LENGTH) {
      return text.toUpperCase(Locale.ROOT);
    }
    BigInteger bits = new BigInteger(text.replace("-", ""), HEX);
    StringBuilder ulid = new StringBuilder(LENGTH);
    for (int digit = LENGTH - 1; digit >= 0; digit--) {
      int value = bits.shiftRight(digit * BITS_PER_DIGIT).intValue() & (DIGITS.length() - 1);
      ulid.append(DIGITS.charAt(value));
    }
    return ulid.toString();
  }
}
