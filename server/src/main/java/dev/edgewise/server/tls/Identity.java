package dev.edgewise.server.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;

/**
 * A private key and the certificate for it, followed by the certificates of its issuers.
 *
 * @param chain not empty
 */
public record Identity(List<X509Certificate> chain, PrivateKey key) {
  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

  public Identity {
    chain = List.copyOf(chain);
    if (!belongs(key, chain.getFirst().getPublicKey())) {
      throw new IllegalArgumentException("must name the key of the first certificate");
    }
  }

  /**
   * Reads both files.
   *
   * @throws IllegalArgumentException when one is unusable, or the key is that of another
   *     certificate
   */
  public static Identity read(Path certificates, Path key) {
    return new Identity(PemFile.certificates(certificates), PemFile.privateKey(key));
  }

  /** Whether the public key verifies what the private key signs. */
  private static boolean belongs(PrivateKey secret, PublicKey open) {
    String algorithm = SIGNATURES.get(secret.getAlgorithm());
    if (algorithm == null) {
      return true;
    }
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(secret);
      signature.update((byte) 1);
      byte[] signed = signature.sign();
      signature.initVerify(open);
      signature.update((byte) 1);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return "Identity[" + chain.getFirst().getSubjectX500Principal() + "]";
  }
}
