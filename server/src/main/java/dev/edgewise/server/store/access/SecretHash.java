package dev.edgewise.server.store.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The SHA-256 hash of a random secret. A secret of 256 random bits cannot be guessed, so that it
 * needs no slow hash.
 */
public final class SecretHash {
  private final byte[] bytes;

  private SecretHash(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns the hash of a secret. */
  public static SecretHash of(String secret) {
    try {
      return new SecretHash(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a stored hash. */
  static SecretHash stored(byte[] bytes) {
    return new SecretHash(bytes.clone());
  }

  byte[] bytes() {
    return bytes.clone();
  }

  String hex() {
    return HexFormat.of().formatHex(bytes);
  }

  /** Compares in constant time. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SecretHash hash && MessageDigest.isEqual(bytes, hash.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "SecretHash";
  }
}
