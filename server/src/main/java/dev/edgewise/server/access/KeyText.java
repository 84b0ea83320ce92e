package dev.edgewise.server.access;

import dev.edgewise.server.store.access.SecretHash;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A key as its holder has it: {@code ew_<id>_<secret>}. */
public record KeyText(String id, String secret) {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Pattern ID = Pattern.compile("[0-9a-z]{1,32}");
  private static final Pattern FORM = Pattern.compile("ew_(" + ID + ")_([0-9A-Za-z]{1,128})");
  private static final int RADIX = 36;
  private static final int ID_BITS = 50;
  private static final int SECRET_BITS = 256;

  /** Returns a new random key. */
  public static KeyText random() {
    return new KeyText(randomText(ID_BITS), randomText(SECRET_BITS));
  }

  /** Returns a new secret of 256 random bits, for a key or a session. */
  public static String randomSecret() {
    return randomText(SECRET_BITS);
  }

  private static String randomText(int bits) {
    BigInteger largest = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    String digits = new BigInteger(bits, RANDOM).toString(RADIX);
    return "0".repeat(largest.toString(RADIX).length() - digits.length()) + digits;
  }

  /** Reads a key; empty when a text has another form. */
  public static Optional<KeyText> parse(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(new KeyText(form.group(1), form.group(2)))
        : Optional.empty();
  }

  /** Whether a text has the form of a key's ID. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /** The text that its holder sends. */
  public String text() {
    return "ew_" + id + "_" + secret;
  }

  SecretHash hash() {
    return SecretHash.of(secret);
  }

  /** Leaves the secret out, so that no log or exception can show it. */
  @Override
  public String toString() {
    return "ew_" + id + "_****";
  }
}
