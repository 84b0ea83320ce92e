package dev.edgewise.server.store;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Delivery tokens as executors hold them. A token names its attempt and claim and is signed with a
 * secret of the database, so that every server recognises every token that was ever given out,
 * without a row for each.
 */
public final class DeliveryTokens {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int SIGNATURE_BYTES = 12;
  private static final int NAME_BYTES = 2 * Integer.BYTES;
  private static final int KEY_BYTES = 2 * Long.BYTES + Integer.BYTES;

  /** Knows the secret and is only copied: to make one is dearer than to sign. */
  private final Mac signer;

  private DeliveryTokens(String secret) {
    try {
      signer = Mac.getInstance(ALGORITHM);
      signer.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The tokens of a database. */
  public static DeliveryTokens of(Database database) {
    return new DeliveryTokens(
        database
            .reader()
            .withHandle(handle ->
                handle
                    .createQuery(Sql.named("installation/token_secret"))
                    .mapTo(String.class)
                    .one()));
  }

  /**
   * The text in the link to an approval, which names the task. It is signed for another purpose, so
   * that whoever has the link can decide, but not complete the task with any result.
   */
  public String approval(TaskKey task, Token token) {
    UUID id = task.publicId();
    byte[] named =
        ByteBuffer.allocate(2 * Long.BYTES + NAME_BYTES)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .putInt(token.attempt())
            .putInt(token.claim())
            .array();
    byte[] text = Arrays.copyOf(named, named.length + SIGNATURE_BYTES);
    System.arraycopy(signForApproval(named), 0, text, named.length, SIGNATURE_BYTES);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
  }

  /** A task and the attempt of it that waits for an approval. */
  public record Approval(TaskKey task, Token token) {}

  /** Returns what the link to an approval stands for; null when it is not one. */
  public @Nullable Approval approval(String text) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
    int signedBytes = 2 * Long.BYTES + NAME_BYTES;
    if (bytes.length != signedBytes + SIGNATURE_BYTES) {
      return null;
    }
    byte[] signature = Arrays.copyOfRange(bytes, signedBytes, bytes.length);
    byte[] named = Arrays.copyOf(bytes, signedBytes);
    if (!MessageDigest.isEqual(signature, Arrays.copyOf(signForApproval(named), SIGNATURE_BYTES))) {
      return null;
    }
    ByteBuffer numbers = ByteBuffer.wrap(named);
    UUID id = new UUID(numbers.getLong(), numbers.getLong());
    return new Approval(TaskKey.of(id), new Token(numbers.getInt(), numbers.getInt()));
  }

  private byte[] signForApproval(byte[] named) {
    try {
      Mac mac = (Mac) signer.clone();
      mac.update("approval".getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(named);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The text that an executor gets. */
  public String encode(TaskKey task, Token token) {
    byte[] name =
        ByteBuffer.allocate(NAME_BYTES).putInt(token.attempt()).putInt(token.claim()).array();
    byte[] text = Arrays.copyOf(name, NAME_BYTES + SIGNATURE_BYTES);
    System.arraycopy(sign(task, name), 0, text, NAME_BYTES, SIGNATURE_BYTES);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
  }

  /** The token that a text stands for; null when it is no token of this task. */
  public @Nullable Token decode(TaskKey task, String text) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
    if (bytes.length != NAME_BYTES + SIGNATURE_BYTES) {
      return null;
    }
    byte[] name = Arrays.copyOf(bytes, NAME_BYTES);
    byte[] signature = Arrays.copyOfRange(bytes, NAME_BYTES, bytes.length);
    if (!MessageDigest.isEqual(signature, Arrays.copyOf(sign(task, name), SIGNATURE_BYTES))) {
      return null;
    }
    ByteBuffer numbers = ByteBuffer.wrap(name);
    return new Token(numbers.getInt(), numbers.getInt());
  }

  private byte[] sign(TaskKey task, byte[] name) {
    try {
      Mac mac = (Mac) signer.clone();
      mac.update(
          ByteBuffer.allocate(KEY_BYTES)
              .putLong(task.batchId().getMostSignificantBits())
              .putLong(task.batchId().getLeastSignificantBits())
              .putInt(task.no())
              .flip());
      return mac.doFinal(name);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }
}
