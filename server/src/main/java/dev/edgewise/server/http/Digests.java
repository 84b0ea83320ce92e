package dev.edgewise.server.http;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Digests by which contents are told apart. */
public final class Digests {

  private Digests() {}

  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
