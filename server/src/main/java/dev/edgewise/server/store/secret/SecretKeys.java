package dev.edgewise.server.store.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.config.Secret;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The keys of SECRETS_KEY, which encrypt and decrypt secrets. */
public final class SecretKeys {
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final int FINGERPRINT_BYTES = 8;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** The keys by fingerprint; the first one encrypts. */
  private final Map<String, SecretKey> keys = new LinkedHashMap<>();

  /** The place of a secret, which its ciphertext is bound to. */
  record Place(Workspace workspace, String name) {
    private byte[] bytes() {
      return ("edgewise secret\n" + workspace.number() + "\n" + name).getBytes(UTF_8);
    }
  }

  /**
   * An encrypted value.
   *
   * @param key the fingerprint of the key that encrypted it
   * @param ciphertext the nonce, the encrypted value and the authentication tag
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Sealed(String key, byte[] ciphertext) {}

  /**
   * @param keys in base64, the encrypting one first; without any, nothing can be encrypted
   */
  public SecretKeys(List<Secret> keys) {
    for (Secret key : keys) {
      byte[] bytes = Base64.getDecoder().decode(key.reveal());
      this.keys.put(fingerprint(bytes), new SecretKeySpec(bytes, "AES"));
    }
  }

  /** Whether there is no key. */
  public boolean isEmpty() {
    return keys.isEmpty();
  }

  /** The fingerprint of the key that encrypts. */
  String current() {
    return keys.keySet().iterator().next();
  }

  private static String fingerprint(byte[] key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update("edgewise secrets key\n".getBytes(UTF_8));
      return HexFormat.of().formatHex(digest.digest(key), 0, FINGERPRINT_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  Sealed seal(Place place, String value) {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    try {
      byte[] encrypted =
          cipher(Cipher.ENCRYPT_MODE, current(), nonce, place).doFinal(value.getBytes(UTF_8));
      return new Sealed(
          current(),
          ByteBuffer.allocate(nonce.length + encrypted.length).put(nonce).put(encrypted).array());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Decrypts a value; empty when its key is not there, or the ciphertext belongs elsewhere. */
  Optional<String> open(Place place, Sealed sealed) {
    if (!keys.containsKey(sealed.key()) || sealed.ciphertext().length < NONCE_BYTES) {
      return Optional.empty();
    }
    byte[] nonce = new byte[NONCE_BYTES];
    System.arraycopy(sealed.ciphertext(), 0, nonce, 0, NONCE_BYTES);
    try {
      byte[] value =
          cipher(Cipher.DECRYPT_MODE, sealed.key(), nonce, place)
              .doFinal(sealed.ciphertext(), NONCE_BYTES, sealed.ciphertext().length - NONCE_BYTES);
      return Optional.of(new String(value, UTF_8));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  private Cipher cipher(int mode, String key, byte[] nonce, Place place)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, keys.get(key), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(place.bytes());
    return cipher;
  }
}
