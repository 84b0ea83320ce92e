package dev.edgewise.server.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads certificates and private keys from PEM files. */
public final class PemFile {

  /** Twenty times a bundle of all public authorities. */
  private static final int MAX_BYTES = 4 << 20;

  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String PRIVATE_KEY = "PRIVATE KEY";
  private static final String ENCRYPTED_KEY = "ENCRYPTED PRIVATE KEY";
  private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");
  private static final String CONVERSION =
      "convert it with: openssl pkcs8 -topk8 -nocrypt -in OLD.key -out NEW.key";

  private PemFile() {}

  /**
   * The certificates in a file, at least one, in their order.
   *
   * @throws IllegalArgumentException when there is none or one is malformed
   */
  public static List<X509Certificate> certificates(Path file) {
    List<X509Certificate> certificates = new ArrayList<>();
    Matcher block = BLOCK.matcher(text(file));
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      while (block.find()) {
        if (block.group(1).equals(CERTIFICATE)) {
          var encoded = new ByteArrayInputStream(Base64.getMimeDecoder().decode(block.group(2)));
          certificates.add((X509Certificate) factory.generateCertificate(encoded));
        }
      }
    } catch (CertificateException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "must name a PEM file; certificate " + (certificates.size() + 1) + " in it is malformed",
          e);
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException(
          "must name a PEM file with a certificate (-----BEGIN CERTIFICATE-----)");
    }
    return certificates;
  }

  /**
   * The private key in a file. No message contains any of it.
   *
   * @throws IllegalArgumentException when there is no unencrypted key in PKCS#8 form
   */
  public static PrivateKey privateKey(Path file) {
    Matcher block = BLOCK.matcher(text(file));
    while (block.find()) {
      String label = block.group(1);
      if (label.equals(PRIVATE_KEY)) {
        return key(block.group(2));
      }
      if (label.equals(ENCRYPTED_KEY) || block.group(2).contains("ENCRYPTED")) {
        throw new IllegalArgumentException("must name a key without a password; " + CONVERSION);
      }
      if (label.endsWith(PRIVATE_KEY)) {
        throw new IllegalArgumentException(
            "must name a key in PKCS#8 form (-----BEGIN PRIVATE KEY-----); " + CONVERSION);
      }
    }
    throw new IllegalArgumentException(
        "must name a PEM file with a private key (-----BEGIN PRIVATE KEY-----)");
  }

  private static PrivateKey key(String base64) {
    try {
      var encoded = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64));
      for (String algorithm : KEY_ALGORITHMS) {
        try {
          return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
        } catch (InvalidKeySpecException | NoSuchAlgorithmException e) {
          // A key of another algorithm.
        }
      }
    } catch (IllegalArgumentException e) {
      // Not Base64; falls through, because the decoder's message could quote the key.
    }
    throw new IllegalArgumentException("must name an RSA, EC or EdDSA key that is not malformed");
  }

  private static String text(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length <= MAX_BYTES) {
        return new String(bytes, ISO_8859_1);
      }
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("must name a file that exists", e);
    } catch (IOException e) {
      throw new IllegalArgumentException("must name a file that this process can read", e);
    }
    throw new IllegalArgumentException("must name a PEM file of at most " + MAX_BYTES + " bytes");
  }
}
