package dev.edgewise.server.http;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Message digests. */
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
