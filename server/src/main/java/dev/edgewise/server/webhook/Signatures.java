package dev.edgewise.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.server.config.Secret;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs requests after the Standard Webhooks scheme, once with each secret. */
final class Signatures {

  private static final String ALGORITHM = "HmacSHA256";
  private static final String PREFIX = "whsec_";

  private final List<SecretKeySpec> keys;

  /** The values of the signature headers. */
  record Signed(String id, String timestamp, String signature) {}

  Signatures(List<Secret> secrets) {
    keys = secrets.stream().map(Signatures::key).toList();
  }

  private static SecretKeySpec key(Secret secret) {
    String base64 = secret.reveal().substring(PREFIX.length());
    return new SecretKeySpec(Base64.getDecoder().decode(base64), ALGORITHM);
  }

  /** Whether a secret is configured. */
  boolean enabled() {
    return !keys.isEmpty();
  }

  Signed sign(String id, Instant at, String body) {
    String timestamp = Long.toString(at.getEpochSecond());
    byte[] content = (id + "." + timestamp + "." + body).getBytes(UTF_8);
    String signature =
        keys.stream().map(key -> "v1," + signature(key, content)).collect(Collectors.joining(" "));
    return new Signed(id, timestamp, signature);
  }

  private static String signature(SecretKeySpec key, byte[] content) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return Base64.getEncoder().encodeToString(mac.doFinal(content));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
